import { Button, Divider, Flex } from 'antd';
import { providerNamed, type Role } from '#identity/contract';
import { useProviders, useSignInWithProvider } from './api.ts';
import { LegalLinks } from './legal-links.tsx';
import { useReturnPath } from './return-path.ts';

/** Buttons to sign in through identity providers, if any are configured. New users get an account in `role`. */
export function ProviderButtons({ role }: { role?: Role }) {
  const providers = useProviders();
  const signIn = useSignInWithProvider();
  const returnTo = useReturnPath();
  if (providers.length === 0) return null;
  return (
    <Flex vertical gap={12}>
      <Divider plain>or</Divider>
      {providers.map((name) => (
        <Button
          key={name}
          loading={signIn.isPending && signIn.variables.provider === name}
          onClick={() => signIn.mutate({ provider: name, role, returnTo })}
        >
          Continue with {providerNamed(name)}
        </Button>
      ))}
      <p className="muted small">
        If you’re new here, by continuing you agree to the <LegalLinks />.
      </p>
    </Flex>
  );
}
