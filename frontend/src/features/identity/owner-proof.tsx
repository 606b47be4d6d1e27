import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useSendReauthenticationCode } from './api.ts';
import { CodeField } from './code-field.tsx';
import { normalizeCode } from './one-time-code.ts';

/** The fields of a form with which a person proves that the account is theirs: the password, or an emailed code. */
export function OwnerProofFields() {
  const [byCode, setByCode] = useState(false);
  const sendCode = useSendReauthenticationCode();
  if (byCode) return <CodeField label="The code we sent you" />;
  return (
    <>
      <Form.Item name="password" label="Your password">
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button
        type="link"
        loading={sendCode.isPending}
        onClick={() => sendCode.mutate(undefined, { onSuccess: () => setByCode(true) })}
      >
        Get a code by email instead
      </Button>
    </>
  );
}

/** The proof in the values of such a form. */
export const proofIn = ({ password = '', code }: { password?: string | undefined; code?: string | undefined }) =>
  code === undefined ? { password } : { nonce: normalizeCode(code) };
