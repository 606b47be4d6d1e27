import type { Factor } from '@supabase/auth-js';
import { Button, Flex } from 'antd';
import { useAddPasskey, useDiscardFactor, useEnrollAuthenticatorApp } from './api.ts';
import { AuthenticatorAppDialog } from './authenticator-app-dialog.tsx';
import { hasPasskeys } from './passkeys.ts';

/** A name that none of the user's other factors has. */
const freeName = (base: string, factors: readonly Factor[]): string => {
  const takenNames = new Set(factors.map(({ friendly_name }) => friendly_name));
  let name = base;
  for (let count = 2; takenNames.has(name); count++) name = `${base} ${count}`;
  return name;
};

/** Buttons that add a second factor. `factors` includes those whose setup was not completed. */
export function AddFactor({ factors }: { factors: readonly Factor[] }) {
  const enroll = useEnrollAuthenticatorApp();
  const discard = useDiscardFactor();
  const passkey = useAddPasskey();
  const cancel = () => {
    if (enroll.data) discard.mutate(enroll.data);
    enroll.reset();
  };
  return (
    <>
      <Flex wrap gap={12}>
        <Button loading={enroll.isPending} onClick={() => enroll.mutate(freeName('Authenticator app', factors))}>
          Add authenticator app
        </Button>
        {hasPasskeys() && (
          <Button loading={passkey.isPending} onClick={() => passkey.mutate(freeName('Passkey', factors))}>
            Add passkey
          </Button>
        )}
      </Flex>
      <AuthenticatorAppDialog app={enroll.data} onDone={enroll.reset} onCancel={cancel} />
    </>
  );
}
