import type { Factor } from '@supabase/auth-js';
import { Button, Divider, Flex, Form, Radio } from 'antd';
import { useState } from 'react';
import { useVerifyCode, useVerifyPasskey } from './api.ts';
import { CodeField } from './code-field.tsx';
import { normalizeCode } from './one-time-code.ts';

/** `greet`: whether a welcome message follows; false where another step does. */
type SecondFactorFormProps = { factors: readonly Factor[]; greet: boolean };

/** Asks for a code of the authenticator app, a passkey, or either. With several apps, a code of any one is accepted. */
export function SecondFactorForm({ factors, greet }: SecondFactorFormProps) {
  const verifyCode = useVerifyCode(greet);
  const verifyPasskey = useVerifyPasskey(greet);
  const busy = verifyCode.isPending || verifyPasskey.isPending;
  const apps = factors.filter(({ factor_type }) => factor_type === 'totp');
  const passkeys = factors.filter(({ factor_type }) => factor_type === 'webauthn');
  const [app, setApp] = useState(apps[0]?.id);
  return (
    <>
      {app && (
        <Form
          name="second-factor"
          layout="vertical"
          requiredMark={false}
          onFinish={({ code }: { code: string }) =>
            busy || verifyCode.mutate({ factorId: app, code: normalizeCode(code) })
          }
        >
          {apps.length > 1 && <AppChoice apps={apps} chosen={app} onChoose={setApp} />}
          <CodeField label="Code" extra="The six digits your app shows now" autoFocus />
          <Button type="primary" htmlType="submit" size="large" block loading={verifyCode.isPending}>
            Verify
          </Button>
        </Form>
      )}
      {passkeys.length > 0 && app && <Divider plain>or</Divider>}
      <Flex vertical gap={12}>
        {passkeys.map(({ id, friendly_name }) => (
          <Button
            key={id}
            size="large"
            block
            type={app ? 'default' : 'primary'}
            loading={verifyPasskey.isPending && verifyPasskey.variables === id}
            onClick={() => busy || verifyPasskey.mutate(id)}
          >
            {passkeys.length > 1 && friendly_name ? `Use passkey “${friendly_name}”` : 'Use your passkey'}
          </Button>
        ))}
      </Flex>
    </>
  );
}

type AppChoiceProps = { apps: readonly Factor[]; chosen: string; onChoose: (id: string) => void };

function AppChoice({ apps, chosen, onChoose }: AppChoiceProps) {
  const options = apps.map(({ id, friendly_name }) => ({ value: id, label: friendly_name || 'Authenticator app' }));
  return (
    <Form.Item label="Authenticator app">
      <Radio.Group
        vertical
        aria-label="Authenticator app"
        options={options}
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
      />
    </Form.Item>
  );
}
