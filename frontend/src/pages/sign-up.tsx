import { Button, Flex } from 'antd';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { SignUp as Account, Role } from '#identity/contract';
import { useSignUp } from '../features/identity/api.ts';
import { AuthLayout } from '../features/identity/auth-layout.tsx';
import { HowItWorks } from '../features/identity/how-it-works.tsx';
import { ProviderButtons } from '../features/identity/provider-buttons.tsx';
import { useReturnPath } from '../features/identity/return-path.ts';
import { RoleCards, roleCards } from '../features/identity/role-cards.tsx';
import { SignUpForm } from '../features/identity/sign-up-form.tsx';
import { hasStoredSession } from '../platform/session-storage.ts';

const scene = {
  motif: 'evening',
  seed: 9,
  title: 'Where events shine brighter',
  text: 'One account for everything: leads, bookings, payments and photos. Every step is on record for both parties.',
} as const;

export function SignUp() {
  // The session that the new account gets must not count: after signing up, professionals continue with the onboarding.
  const [wasSignedIn] = useState(hasStoredSession);
  return wasSignedIn ? <Navigate to="/dashboard" replace /> : <Steps />;
}

const isRole = (text: string | null): text is Role => text !== null && Object.hasOwn(roleCards, text);

// The role is in the address, so that the browser's Back button leads back to the choice.
function Steps() {
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('role');
  const role = isRole(chosen) ? chosen : null;
  const navigate = useNavigate();
  const { state } = useLocation();
  const choose = (next: Role | null) => setSearch(next ? { role: next } : {}, { state });
  const returnPath = useReturnPath();
  const signUp = useSignUp();
  const create = (account: Account) =>
    signUp.mutate(account, {
      onSuccess: () =>
        account.role === 'client' ? navigate(returnPath ?? '/dashboard') : navigate('/onboarding', { state }),
    });
  return (
    <AuthLayout
      title="Create your account"
      text={role ? 'Almost there. This takes a minute.' : 'What brings you to Festoon?'}
      scene={scene}
      wide={!role}
    >
      {role ? (
        <>
          <Flex className="card pad notice" gap={12} align="center" justify="space-between">
            <b>{roleCards[role].title}</b>
            <Button type="link" onClick={() => choose(null)}>
              Change role
            </Button>
          </Flex>
          <SignUpForm role={role} submitting={signUp.isPending} onSubmit={create} />
          <ProviderButtons role={role} />
        </>
      ) : (
        <>
          <RoleCards onChoose={choose} />
          <HowItWorks />
        </>
      )}
      <p className="entry-foot">
        Already have an account?{' '}
        <Link className="link" to="/login" state={state}>
          Sign In
        </Link>
      </p>
    </AuthLayout>
  );
}
