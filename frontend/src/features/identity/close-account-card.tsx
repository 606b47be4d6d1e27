import { type ComponentProps, useId, useState } from 'react';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useCloseAccount, useSendReauthenticationCode } from './api.ts';
import { normalizeCode } from './one-time-code.ts';
import '../../ui/field.css';

const word = 'DELETE';
const passwordInput = { type: 'password', autoComplete: 'current-password' } as const;
const codeInput = { type: 'text', inputMode: 'numeric', autoComplete: 'one-time-code' } as const;

/** Asks for the word, and for the password or a mailed code, before it lets go of the account. */
export function CloseAccountCard() {
  const [open, setOpen] = useState(false);
  return (
    <section className="card pad" aria-labelledby="close-title">
      <h2 id="close-title">Delete account</h2>
      <p className="muted">Your name, address, messages and files go for good. Others see a former member.</p>
      <BusyButton className="rose" onClick={() => setOpen(true)}>
        Delete my account
      </BusyButton>
      <CloseDialog open={open} onKeep={() => setOpen(false)} />
    </section>
  );
}

function CloseDialog({ open, onKeep }: { open: boolean; onKeep: () => void }) {
  const closeAccount = useCloseAccount();
  const sendCode = useSendReauthenticationCode();
  const [typed, setTyped] = useState('');
  const [byCode, setByCode] = useState(false);
  const [proof, setProof] = useState('');
  const mail = () => {
    setProof('');
    sendCode.mutate(undefined, { onSuccess: () => setByCode(true) });
  };
  const close = () => closeAccount.mutate(byCode ? { nonce: normalizeCode(proof) } : { password: proof });
  const actions = (
    <>
      <BusyButton onClick={onKeep}>Keep my account</BusyButton>
      <BusyButton danger busy={closeAccount.isPending} disabled={typed.trim() !== word} onClick={close}>
        Delete for good
      </BusyButton>
    </>
  );
  return (
    <Dialog title="Delete your account?" open={open} onClose={onKeep} actions={actions}>
      <p>It cannot be undone. You may want to export your data first.</p>
      <Asked value={typed} onType={setTyped} type="text" autoComplete="off">
        Type <b>{word}</b> to confirm
      </Asked>
      <Asked value={proof} onType={setProof} {...(byCode ? codeInput : passwordInput)}>
        {byCode ? 'The code that we sent you' : 'Your password'}
      </Asked>
      {!byCode && (
        <p className="small">
          <button type="button" className="link bare" disabled={sendCode.isPending} onClick={mail}>
            Get a code by email instead
          </button>
        </p>
      )}
    </Dialog>
  );
}

type AskedProps = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'children'> & {
  value: string;
  onType: (text: string) => void;
};

/** Something to type, below what it is. */
function Asked({ value, onType, children, ...input }: AskedProps) {
  const id = useId();
  return (
    <div className="reason">
      <label htmlFor={id}>{children}</label>
      <input id={id} className="input" {...input} value={value} onChange={({ target }) => onType(target.value)} />
    </div>
  );
}
