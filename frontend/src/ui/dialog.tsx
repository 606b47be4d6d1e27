import { type ReactNode, useEffect, useId, useRef } from 'react';
import './dialog.css';

type DialogProps = {
  title: string;
  open: boolean;
  onClose: () => void;
  /** `sheet` comes up from the lower edge. */
  shape?: 'box' | 'sheet';
  /** What can be done about it, below the rest. */
  actions: ReactNode;
  children: ReactNode;
};

/** Asks for attention: the focus stays inside, Escape closes it, and the focus goes back to where it was. */
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
