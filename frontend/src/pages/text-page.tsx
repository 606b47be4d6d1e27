import type { ReactNode } from 'react';
import { Footer } from '../shared/footer.tsx';
import { PublicHeader } from '../shared/header.tsx';
import { Page } from '../shared/page.tsx';
import './text-page.css';

type TextPageProps = { title: string; lead: string; children: ReactNode };

/** A page to be read. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <>
      <PublicHeader />
      <Page title={title} lead={lead} width="narrow">
        <div className="prose">{children}</div>
      </Page>
      <Footer />
    </>
  );
}
