import { type SubmitEvent, useId, useState } from 'react';
import type { SharedGalleryRequirements } from '#galleries/contract';
import { HttpError, messageOf } from '../../platform/http.ts';
import { useBeginVisit } from './shared-api.ts';
import './shared-form.css';

type Field = 'password' | 'pin';
type Problem = { readonly field?: Field | undefined; readonly text: string };

const fieldOf: Readonly<Record<string, Field>> = { 'gallery-share-password': 'password', 'gallery-share-pin': 'pin' };

const problemOf = (error: unknown): Problem => ({
  field: error instanceof HttpError ? fieldOf[error.code] : undefined,
  text: messageOf(error, 'The gallery could not be opened. Please try again.'),
});

const introductionTo = ({ needsPassword, needsPin }: SharedGalleryRequirements): string => {
  if (!needsPin) return 'Enter the password that you received with the link.';
  if (!needsPassword)
    return 'Enter the PIN that you received with the link to download photos and videos, or only view them.';
  return 'Enter the password that you received with the link. The PIN is needed only to download photos and videos.';
};

type SharedFormProps = {
  token: string;
  requirements: SharedGalleryRequirements;
  onOpened: () => void;
  /** Returns to the gallery, if it is open already. */
  onBack: (() => void) | undefined;
};

/**
 * Asks for the password and the PIN of a link. Its fields are native: a component library would double what the page
 * loads.
 */
export function SharedForm({ token, requirements, onOpened, onBack }: SharedFormProps) {
  const { needsPassword, needsPin } = requirements;
  const { mutate, isPending } = useBeginVisit(token);
  const [problem, setProblem] = useState<Problem>();
  const open = (form: HTMLFormElement, withPin: boolean) => {
    const data = new FormData(form);
    const password = String(data.get('password') ?? '');
    const pin = withPin ? String(data.get('pin') ?? '').trim() : '';
    const refuse = (next: Problem) => {
      setProblem(next);
      if (next.field) (form.elements.namedItem(next.field) as HTMLInputElement | null)?.focus();
    };
    if (needsPassword && !password) return refuse({ field: 'password', text: 'Enter the password' });
    if (needsPin && withPin && !pin && !needsPassword) return refuse({ field: 'pin', text: 'Enter the PIN' });
    setProblem(undefined);
    mutate(
      { ...(password && { password }), ...(pin && { pin }) },
      { onSuccess: onOpened, onError: (error) => refuse(problemOf(error)) },
    );
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    open(event.currentTarget, true);
  };
  const textFor = (field: Field) => (problem?.field === field ? problem.text : undefined);
  return (
    <main id="content" className="wrap page shared-entry" tabIndex={-1}>
      <title>Shared gallery · Festoon</title>
      <h1>Shared gallery</h1>
      <p className="muted">{introductionTo(requirements)}</p>
      <form className="card pad" noValidate onSubmit={submit}>
        {needsPassword && <SecretField name="password" label="Password" problem={textFor('password')} />}
        {needsPin && <SecretField name="pin" label="PIN" problem={textFor('pin')} />}
        {problem && !problem.field && (
          <p className="rose" role="alert">
            {problem.text}
          </p>
        )}
        <button type="submit" className="button primary large" disabled={isPending}>
          Open Gallery
        </button>
        {needsPin && !needsPassword && !onBack && (
          <button
            type="button"
            className="button quiet"
            disabled={isPending}
            onClick={({ currentTarget: { form } }) => form && open(form, false)}
          >
            View without downloading
          </button>
        )}
        {onBack && (
          <button type="button" className="button quiet" onClick={onBack}>
            Back to the gallery
          </button>
        )}
      </form>
    </main>
  );
}

type SecretFieldProps = { name: Field; label: string; problem: string | undefined };

function SecretField({ name, label, problem }: SecretFieldProps) {
  const id = useId();
  return (
    <div className="secret">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={name === 'pin' ? 'text' : 'password'}
        inputMode={name === 'pin' ? 'numeric' : undefined}
        autoComplete="off"
        maxLength={100}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="rose small" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
