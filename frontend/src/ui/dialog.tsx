import { type ReactNode, useEffect, useId, useRef } from 'react';
import './dialog.css';

type DialogProps = {
  title: string;
  open: boolean;
  onClose: () => void;
  /** `sheet` slides up from the bottom edge. */
  shape?: 'box' | 'sheet';
  /** The buttons at the bottom. */
  actions: ReactNode;
  children: ReactNode;
};

/** A modal dialog: it keeps the focus, closes on Escape, and then returns the focus to where it was. */
export function Dialog({ title, open, onClose, shape = 'box', actions, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className={`dialog ${shape}`} aria-labelledby={id} onClose={onClose}>
      {open && (
        <>
          <div className="dialog-top">
            <h2 id={id}>{title}</h2>
            <button type="button" className="button quiet icon" aria-label="Close" onClick={onClose}>
              ×
            </button>
          </div>
          <div className="dialog-body">{children}</div>
          <div className="dialog-actions">{actions}</div>
        </>
      )}
    </dialog>
  );
}
