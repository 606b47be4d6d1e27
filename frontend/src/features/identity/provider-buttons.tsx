import { providerNamed, type Role } from '#identity/contract';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useProviders, useSignInWithProvider } from './api.ts';
import { LegalLinks } from './legal-links.tsx';
import { useReturnPath } from './return-path.ts';

/** Ways in through other sites, where there are any. Who has no account yet gets one in `role`. */
export function ProviderButtons({ role }: { role?: Role }) {
  const providers = useProviders();
  const signIn = useSignInWithProvider();
  const returnTo = useReturnPath();
  if (providers.length === 0) return null;
  return (
    <div className="providers">
      <p className="muted or">or</p>
      {providers.map((name) => (
        <BusyButton
          key={name}
          busy={signIn.isPending && signIn.variables.provider === name}
          onClick={() => signIn.mutate({ provider: name, role, returnTo })}
        >
          Continue with {providerNamed(name)}
        </BusyButton>
      ))}
      <p className="muted small">
        If you are new here, you agree by continuing to the <LegalLinks />.
      </p>
    </div>
  );
}
