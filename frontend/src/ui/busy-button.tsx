import type { ReactNode } from 'react';
import './busy-button.css';

type BusyButtonProps = {
  /** Its action is in progress: the button ignores clicks. */
  busy?: boolean;
  primary?: boolean;
  danger?: boolean;
  disabled?: boolean;
  className?: string;
  onClick: () => void;
  children: ReactNode;
};

/** A button that shows when its action is in progress. */
export function BusyButton({ busy, primary, danger, disabled, className, onClick, children }: BusyButtonProps) {
  const classes = ['button', primary && 'primary', danger && 'danger', className].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      className={classes}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {children}
    </button>
  );
}
