import type { Factor } from '@supabase/auth-js';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { CodeField } from './code-field.tsx';
import { normalizeCode } from './one-time-code.ts';
import { useSending } from './sending.ts';

type SecondFactorFormProps = {
  factors: readonly Factor[];
  onCode: (factorId: string, code: string) => Promise<void>;
  onPasskey: (factorId: string) => Promise<void>;
};

/** Asks for a code of the authenticator app, a passkey, or either. With several apps, any one's code does. */
export function SecondFactorForm({ factors, onCode, onPasskey }: SecondFactorFormProps) {
  const { sending, send } = useSending();
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
          onFinish={({ code }: { code: string }) => send(app, () => onCode(app, normalizeCode(code)))}
        >
          {apps.length > 1 && <AppChoice apps={apps} chosen={app} onChoose={setApp} />}
          <CodeField label="Code" extra="The six digits that your authenticator app shows" autoFocus />
          <Button type="primary" htmlType="submit" size="large" block loading={sending === app}>
            Verify
          </Button>
        </Form>
      )}
      {passkeys.length > 0 && app && <p className="or muted small">or</p>}
      <div className="passkeys">
        {passkeys.map(({ id, friendly_name }) => (
          <Button
            key={id}
            size="large"
            block
            type={app ? 'default' : 'primary'}
            loading={sending === id}
            onClick={() => send(id, () => onPasskey(id))}
          >
            {passkeys.length > 1 && friendly_name ? `Use passkey “${friendly_name}”` : 'Use your passkey'}
          </Button>
        ))}
      </div>
    </>
  );
}

type AppChoiceProps = { apps: readonly Factor[]; chosen: string; onChoose: (id: string) => void };

function AppChoice({ apps, chosen, onChoose }: AppChoiceProps) {
  return (
    <fieldset className="app-choice">
      <legend>Authenticator app</legend>
      {apps.map(({ id, friendly_name }) => (
        <label key={id} className="check choice">
          <input type="radio" name="app" checked={id === chosen} onChange={() => onChoose(id)} />
          {friendly_name || 'Authenticator app'}
        </label>
      ))}
    </fieldset>
  );
}
