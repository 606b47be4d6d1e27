import type { User } from '@supabase/auth-js';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { password } from '#identity/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { Panel } from '../../ui/panel.tsx';
import { NewPasswordField } from './account-fields.tsx';
import { type NewPassword, useSendReauthenticationCode, useSetPassword } from './api.ts';
import { AuthFailure } from './auth-client.ts';
import { CodeField } from './code-field.tsx';
import { normalizeCode } from './one-time-code.ts';

const newPassword = z.object({ password });
const rules = rulesFor(newPassword);
const requiredRule = [{ required: true, message: 'Current password is required' }];
type Values = { current?: string; code?: string; password: string };

const changeOf = ({ current, code, password: chosen }: Values): NewPassword => ({
  password: chosen,
  ...(current && { current_password: current }),
  ...(code && { nonce: normalizeCode(code) }),
});

/** An account made through an identity provider has no password until one is set here. */
const mayHaveNone = (account: User | undefined): boolean =>
  !!account?.identities && !account.identities.some(({ provider }) => provider === 'email');

/** Takes the current password, or an emailed code instead. */
export function PasswordCard({ account }: { account: User | undefined }) {
  const [form] = Form.useForm<Values>();
  const [byCode, setByCode] = useState(false);
  const sendCode = useSendReauthenticationCode();
  const setPassword = useSetPassword();
  const mailCode = () => sendCode.mutate(undefined, { onSuccess: () => setByCode(true) });
  const save = (values: Values) =>
    setPassword.mutate(changeOf(values), {
      onSuccess: () => {
        form.resetFields();
        setByCode(false);
      },
      onError: (error) => {
        if (error instanceof AuthFailure && error.code === 'reauthentication_needed') mailCode();
      },
    });
  return (
    <Panel title="Password" text="Changing it signs out your other devices.">
      <Form form={form} name="password" layout="vertical" requiredMark={false} onFinish={save}>
        {byCode ? (
          <CodeField label="Code" extra="The six digits in the email we sent you" />
        ) : (
          <>
            <Form.Item name="current" label="Current password" rules={requiredRule}>
              <Input.Password autoComplete="current-password" />
            </Form.Item>
            <p className="small forgot">
              {mayHaveNone(account) && 'No password yet? '}
              <Button type="link" loading={sendCode.isPending} onClick={mailCode}>
                Get a code by email instead
              </Button>
            </p>
          </>
        )}
        <NewPasswordField rules={rules('password')} />
        <Button type="primary" htmlType="submit" loading={setPassword.isPending}>
          Change password
        </Button>
      </Form>
    </Panel>
  );
}
