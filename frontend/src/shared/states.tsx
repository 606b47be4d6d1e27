import type { ReactNode } from 'react';
import { Festoon } from './festoon.tsx';
import { messageOf } from './http.ts';
import './states.css';

/** A list with nothing in it: what would be here, and what to do about it. */
export function Empty({ title, text, action }: { title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className="state">
      <Festoon bulbs={5} lit={0} sag={18} size={6} />
      <h2>{title}</h2>
      {text && <p className="muted">{text}</p>}
      {action}
    </div>
  );
}

/** What happened, and a way to try again. */
export function Failed({ what, error, onRetry }: { what: string; error?: unknown; onRetry: () => void }) {
  return (
    <div className="state" role="alert">
      <Festoon bulbs={5} lit={5} out={2} sag={18} size={6} />
      <h2>{what}</h2>
      <p className="muted">{messageOf(error, 'Something went wrong on our side.')}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

/** Blocks where the real ones will be. `heights` are in pixels, top to bottom. */
export function Bones({ heights, label = 'Loading...' }: { heights: readonly number[]; label?: string }) {
  return (
    <div className="bones" role="status">
      <span className="unseen">{label}</span>
      {heights.map((height, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bone is its place.
        <svg key={i} className="bone" width="100%" height={height} aria-hidden="true" />
      ))}
    </div>
  );
}
