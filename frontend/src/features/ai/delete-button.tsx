import { useState } from 'react';

type DeleteButtonProps = { label: string; name: string; isDeleting: boolean; onDelete: () => void };

/** Deletes a conversation after the second click: what is deleted cannot be restored. */
export function DeleteButton({ label, name, isDeleting, onDelete }: DeleteButtonProps) {
  const [step, setStep] = useState<'new' | 'asking' | 'kept'>('new');
  if (step !== 'asking')
    return (
      <button
        type="button"
        className="button quiet"
        aria-label={name}
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus
        autoFocus={step === 'kept'}
        onClick={() => setStep('asking')}
      >
        {label}
      </button>
    );
  return (
    <span className="actions">
      <button type="button" className="button" disabled={isDeleting} onClick={onDelete}>
        Delete for good
      </button>
      {/* biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus */}
      <button type="button" className="button quiet" autoFocus onClick={() => setStep('kept')}>
        Keep
      </button>
    </span>
  );
}
