import { Button, Flex, Form, Input } from 'antd';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useCloseAccount } from './api.ts';
import { OwnerProofFields, proofIn } from './owner-proof.tsx';

const word = 'DELETE';

/** Deletes the account after the word and the password, or an emailed code, were typed. */
export function CloseAccountCard() {
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title="Delete account"
      text="Your personal data is deleted for good: your name, contact details and what you wrote. Others will see “Former member” instead of your name. Bookings that are confirmed or paid for have to end first: they are completed after their event, or you cancel them before. If you are a client, you lose galleries that aren’t delivered yet: from two days after its event, a paid booking is completed when you delete your account. You lose months of Pro that you have paid for, and your lead credits."
    >
      <Button danger onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <CloseDialog open={open} onKeep={() => setOpen(false)} />
    </Panel>
  );
}

type Values = { word?: string; password?: string; code?: string };

function CloseDialog({ open, onKeep }: { open: boolean; onKeep: () => void }) {
  const [form] = Form.useForm<Values>();
  const typedWord = Form.useWatch('word', form) ?? '';
  const closeAccount = useCloseAccount();
  const close = (values: Values) => closeAccount.mutate(proofIn(values));
  return (
    <ConfirmDialog
      title="Delete your account?"
      open={open}
      confirm="Delete for good"
      keep="Keep my account"
      disabled={typedWord.trim() !== word}
      submitting={closeAccount.isPending}
      onConfirm={form.submit}
      onKeep={onKeep}
    >
      <Flex vertical gap={18}>
        <p>You can’t undo this. You may want to export your data first.</p>
        <Form form={form} name="close-account" layout="vertical" requiredMark={false} onFinish={close}>
          <Form.Item
            name="word"
            label={
              <span>
                Type <b>{word}</b> to confirm
              </span>
            }
          >
            <Input autoComplete="off" />
          </Form.Item>
          <OwnerProofFields />
        </Form>
      </Flex>
    </ConfirmDialog>
  );
}
