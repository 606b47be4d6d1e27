import { useState } from 'react';

type DeleteButtonProps = { label: string; name: string; isDeleting: boolean; onDelete: () => void };

/** Deletes a conversation after the second click: what is deleted cannot be restored. */
export function DeleteButton({ label, name, isDeleting, onDelete }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <button type="button" className="button quiet" aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  return (
    <span className="actions">
      <button type="button" className="button" disabled={isDeleting} onClick={onDelete}>
        Delete for good
      </button>
      {/* biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus */}
      <button type="button" className="button quiet" autoFocus onClick={() => setAsking(false)}>
        Keep
      </button>
    </span>
  );
}
