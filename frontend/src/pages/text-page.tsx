import type { ReactNode } from 'react';
import { Page } from '../ui/page.tsx';
import './text-page.css';

type TextPageProps = { title: string; lead: string; children: ReactNode };

/** A page of text. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <Page title={title} lead={lead} width="narrow">
      <div className="prose">{children}</div>
    </Page>
  );
}
