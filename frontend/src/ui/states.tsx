import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../platform/http.ts';
import { Festoon } from './festoon.tsx';
import './states.css';

type EmptyStateProps = {
  title: string;
  text?: ReactNode;
  /** Where to go next. */
  link?: { to: string; name: string };
  action?: ReactNode;
};

/** An empty list: what will appear here, and the next action. */
export function EmptyState({ title, text, link, action }: EmptyStateProps) {
  return (
    <div className="center state">
      <Festoon bulbs={5} lit={0} sag={18} size={6} />
      <h2>{title}</h2>
      {text && <p className="muted">{text}</p>}
      {link && (
        <Link className="button primary" to={link.to}>
          {link.name}
        </Link>
      )}
      {action}
    </div>
  );
}

/** An error: what could not be loaded, why, and a button to try again. */
export function ErrorState({ what, error, onRetry }: { what: string; error?: unknown; onRetry: () => void }) {
  return (
    <div className="center state" role="alert">
      <Festoon bulbs={5} lit={5} out={2} sag={18} size={6} />
      <h2>{what}</h2>
      <p className="muted">{messageOf(error, 'Something went wrong on our end.')}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

/** Blocks where content will be, without Ant Design. `heights` are in pixels. */
export function SkeletonBlocks({ heights, className = 'stack' }: { heights: readonly number[]; className?: string }) {
  return (
    <div className={className} role="status">
      <span className="unseen">Loading...</span>
      {heights.map((height, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton blocks have no identity but their position.
        <svg key={i} className="skeleton-block" width="100%" height={height} aria-hidden="true" />
      ))}
    </div>
  );
}
