import { Button, Flex, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useCloseAccount, useSendReauthenticationCode } from './api.ts';
import { normalizeCode } from './one-time-code.ts';

const word = 'DELETE';

/** Deletes the account after the word and the password, or an emailed code, were typed. */
export function CloseAccountCard() {
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title="Delete account"
      text="Your personal data is deleted for good: your name, contact details and what you wrote. Others will see “Former member” instead of your name."
    >
      <Button danger onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <CloseDialog open={open} onKeep={() => setOpen(false)} />
    </Panel>
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
  return (
    <ConfirmDialog
      title="Delete your account?"
      open={open}
      confirm="Delete for good"
      keep="Keep my account"
      disabled={typed.trim() !== word}
      submitting={closeAccount.isPending}
      onConfirm={close}
      onKeep={onKeep}
    >
      <Flex vertical gap={18}>
        <p>You can’t undo this. You may want to export your data first.</p>
        <Labelled
          label={
            <>
              Type <b>{word}</b> to confirm
            </>
          }
        >
          {(id) => <Input id={id} value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />}
        </Labelled>
        <Labelled label={byCode ? 'The code we sent you' : 'Your password'}>
          {(id) => (
            <Input
              id={id}
              value={proof}
              onChange={({ target }) => setProof(target.value)}
              {...(byCode
                ? { inputMode: 'numeric', autoComplete: 'one-time-code' }
                : { type: 'password', autoComplete: 'current-password' })}
            />
          )}
        </Labelled>
        {!byCode && (
          <div>
            <Button type="link" loading={sendCode.isPending} onClick={mail}>
              Get a code by email instead
            </Button>
          </div>
        )}
      </Flex>
    </ConfirmDialog>
  );
}

function Labelled({ label, children }: { label: ReactNode; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <Flex vertical gap={6}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </Flex>
  );
}
