import type { ReactNode } from 'react';
import { Festoon } from '../../ui/festoon.tsx';
import { Illustration, type Motif } from '../../ui/illustration.tsx';
import './identity.css';

type AuthLayoutProps = {
  title: string;
  text: ReactNode;
  /** The illustration and the text beside the form. */
  scene: { motif: Motif; seed: number; title: string; text: string };
  wide?: boolean;
  children: ReactNode;
};

/** The layout of the sign-in pages: the form, and an illustration beside it. */
export function AuthLayout({ title, text, scene, wide, children }: AuthLayoutProps) {
  return (
    <div className="entry">
      <title>{`${title} · Festoon`}</title>
      <main id="content" className={wide ? 'entry-form wide' : 'entry-form'} tabIndex={-1}>
        <h1>{title}</h1>
        <p className="muted">{text}</p>
        {children}
      </main>
      <aside className="entry-side night" aria-label="About Festoon">
        <Festoon bulbs={7} spans={2} sag={40} size={8} />
        <Illustration motif={scene.motif} seed={scene.seed} />
        <div className="figure large">{scene.title}</div>
        <p className="muted">{scene.text}</p>
      </aside>
    </div>
  );
}
