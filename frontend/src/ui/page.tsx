import type { ReactNode } from 'react';
import './page.css';

type PageProps = {
  /** The page's one `h1`, and the tab's title. */
  title: string;
  eyebrow?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** `narrow` for forms and texts. */
  width?: 'narrow' | 'wide';
  children?: ReactNode;
};

/** The main part of a page: title, actions and content. */
export function Page({ title, eyebrow, lead, actions, width = 'wide', children }: PageProps) {
  return (
    <main id="content" className={`wrap page ${width}`} tabIndex={-1}>
      <title>{`${title} · Festoon`}</title>
      <div className="page-top">
        <div>
          {eyebrow && <div className="eyebrow">{eyebrow}</div>}
          <h1>{title}</h1>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}
