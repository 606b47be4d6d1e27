import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BusyButton } from '../../shared/busy-button.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import { usePending } from '../../shared/pending.ts';
import { closeAccount } from './own-account.ts';
import '../../shared/field.css';

const word = 'DELETE';

/** Asks for the word and the password before it lets go of the account. */
export function CloseAccountCard() {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { pending, run } = usePending();
  const close = async (password: string) => {
    const words = { done: 'Your account is deleted', otherwise: 'Failed to delete your account' };
    if (await run('close', () => closeAccount({ password }), words)) await navigate('/', { replace: true });
  };
  return (
    <section className="card pad" aria-labelledby="close-title">
      <h2 id="close-title">Delete account</h2>
      <p className="muted">Your name, address, messages and files go for good. Others see a former member.</p>
      <BusyButton danger onClick={() => setOpen(true)}>
        Delete my account
      </BusyButton>
      <CloseDialog
        open={open}
        busy={pending === 'close'}
        onKeep={() => setOpen(false)}
        onClose={(password) => void close(password)}
      />
    </section>
  );
}

type CloseDialogProps = { open: boolean; busy: boolean; onKeep: () => void; onClose: (password: string) => void };

function CloseDialog({ open, busy, onKeep, onClose }: CloseDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const actions = (
    <>
      <BusyButton onClick={onKeep}>Keep my account</BusyButton>
      <BusyButton danger busy={busy} disabled={typed.trim() !== word} onClick={() => onClose(password)}>
        Delete for good
      </BusyButton>
    </>
  );
  return (
    <Dialog title="Delete your account?" open={open} onClose={onKeep} actions={actions}>
      <p>It cannot be undone. You may want to export your data first.</p>
      <div className="reason">
        <label htmlFor={`${id}-word`}>
          Type <b>{word}</b> to confirm
        </label>
        <input
          id={`${id}-word`}
          className="input"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <div className="reason">
        <label htmlFor={`${id}-password`}>Your password</label>
        <input
          id={`${id}-password`}
          className="input"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </div>
    </Dialog>
  );
}
