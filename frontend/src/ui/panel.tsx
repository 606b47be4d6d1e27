import { type ReactNode, useId } from 'react';

type PanelProps = { title: string; text?: ReactNode; children?: ReactNode };

/** A titled card. Ant Design's Card also loads Tabs, which most pages do not need. */
export function Panel({ title, text, children }: PanelProps) {
  const id = useId();
  return (
    <section className="card pad panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className="muted">{text}</p>}
      {children}
    </section>
  );
}
