import type { User } from '@supabase/auth-js';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { password } from '#identity/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { usePending } from '../../ui/pending.ts';
import { type NewPassword, setPassword } from './account.ts';
import { AuthFailure } from './auth.ts';
import { CodeField } from './code-field.tsx';
import { normalizeCode } from './one-time-code.ts';
import { accountChanged, sendReauthenticationCode } from './own-account.ts';

const newPassword = z.object({ password });
const rules = rulesFor(newPassword, (values) => toInput(newPassword, values));
const required = [{ required: true, message: 'Current password is required' }];
type Values = { current?: string; code?: string; password: string };

const wanted = ({ current, code, password: chosen }: Values): NewPassword => ({
  password: chosen,
  ...(current && { current_password: current }),
  ...(code && { nonce: normalizeCode(code) }),
});

/** Who came through a provider has no password until they set one here. */
const mayHaveNone = (account: User | undefined): boolean =>
  !!account?.identities && !account.identities.some(({ provider }) => provider === 'email');

/** Takes the current password, or a code that is mailed to those who do not have it at hand. */
export function PasswordCard({ account }: { account: User | undefined }) {
  const [form] = Form.useForm<Values>();
  const [byCode, setByCode] = useState(false);
  const { pending, run } = usePending();
  const mail = () =>
    run('mail', sendReauthenticationCode, { done: 'We sent you a code', otherwise: 'Failed to send the code' }).then(
      setByCode,
    );
  const save = async (values: Values) => {
    let codeNeeded = false;
    const change = () =>
      setPassword(wanted(values)).catch((error: unknown) => {
        codeNeeded = error instanceof AuthFailure && error.code === 'reauthentication_needed';
        throw error;
      });
    const words = { done: 'Your new password is set', otherwise: 'Failed to set the new password' };
    const done = await run('save', change, words);
    if (codeNeeded) await mail();
    if (!done) return;
    form.resetFields();
    setByCode(false);
    await accountChanged();
  };
  return (
    <section className="card pad" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <p className="muted">A new one signs out your other devices.</p>
      <Form form={form} name="password" layout="vertical" requiredMark={false} onFinish={(values) => void save(values)}>
        {byCode ? (
          <CodeField label="Code" extra="The six digits of the email that we sent you" />
        ) : (
          <>
            <Form.Item name="current" label="Current password" rules={required}>
              <Input.Password autoComplete="current-password" />
            </Form.Item>
            <p className="small forgot">
              {mayHaveNone(account) && 'No password yet? '}
              <button type="button" className="link bare" disabled={pending === 'mail'} onClick={() => void mail()}>
                Get a code by email instead
              </button>
            </p>
          </>
        )}
        <Form.Item
          name="password"
          label="New password"
          rules={rules('password')}
          extra="At least 8 characters, with one uppercase letter and one number"
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={pending === 'save'}>
          Change password
        </Button>
      </Form>
    </section>
  );
}
