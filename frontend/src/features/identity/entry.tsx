import type { ReactNode } from 'react';
import { Festoon } from '../../shared/festoon.tsx';
import { Picture, type Trade } from '../../shared/picture.tsx';
import './identity.css';

type EntryProps = {
  title: string;
  text: ReactNode;
  /** What the night beside the form shows. */
  scene: { trade: Trade; seed: number; title: string; text: string };
  wide?: boolean;
  children: ReactNode;
};

/** The frame of the screens that let people in: the form, and the evening beside it. */
export function Entry({ title, text, scene, wide, children }: EntryProps) {
  return (
    <div className="entry">
      <title>{`${title} · Festoon`}</title>
      <main id="content" className={wide ? 'entry-form wide' : 'entry-form'} tabIndex={-1}>
        <h1>{title}</h1>
        <p className="muted">{text}</p>
        {children}
      </main>
      <aside className="entry-side" aria-label="About Festoon">
        <Festoon bulbs={7} spans={2} sag={40} size={8} />
        <div className="scene">
          <Picture trade={scene.trade} seed={scene.seed} />
        </div>
        <div className="figure">{scene.title}</div>
        <p>{scene.text}</p>
      </aside>
    </div>
  );
}
