import type { Evolve } from '#kernel';
import type { Details, EmailChange, Role, StaffRole, UserEvents } from './user-events.ts';

/** What the rules read of a person's past. */
export type User = Details & {
  readonly status: 'none' | 'registered' | 'abandoned' | 'erased';
  readonly id: string;
  readonly role: Role;
  readonly staffRoles: readonly StaffRole[];
  readonly suspended: boolean;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Proved by following a link or typing a code; an address can also count as verified without that. */
  readonly emailProved: boolean;
  readonly emailChange: PendingEmail | null;
};
export type PendingEmail = Pick<EmailChange, 'newEmail' | 'fromBoth'> & {
  readonly confirmed: 'current' | 'new' | null;
};

/** Nobody yet. */
export const unknownUser: User = {
  status: 'none',
  id: '',
  role: 'client',
  staffRoles: [],
  suspended: false,
  email: '',
  emailVerified: false,
  emailProved: false,
  emailChange: null,
  firstName: '',
  lastName: '',
  phone: null,
};

/** What each event changes of it; most tell reactions and the audit trail only. */
export const evolveUser: Evolve<UserEvents, User> = {
  UserRegistered: (state, { userId, email, role, firstName, lastName, phone }) => ({
    ...state,
    status: 'registered',
    id: userId,
    email,
    role,
    firstName,
    lastName,
    phone,
  }),
  RegistrationAbandoned: (state) => ({ ...state, status: 'abandoned' }),
  EmailVerified: (state, { how }) => ({
    ...state,
    emailVerified: true,
    emailProved: state.emailProved || how === 'mail',
  }),
  UserDetailsChanged: (state, { firstName, lastName, phone }) => ({ ...state, firstName, lastName, phone }),
  EmailConfirmationRequested: (state) => state,
  PasswordRecoveryRequested: (state) => state,
  SignInLinkRequested: (state) => state,
  ReauthenticationRequested: (state) => state,
  EmailChangeRequested: (state, { newEmail, fromBoth }) => ({
    ...state,
    emailChange: { newEmail, fromBoth, confirmed: null },
  }),
  EmailChangeConfirmed: (state, { from }) => ({
    ...state,
    emailChange: state.emailChange && { ...state.emailChange, confirmed: from },
  }),
  EmailChanged: (state, { email }) => ({
    ...state,
    email,
    emailVerified: true,
    emailProved: true,
    emailChange: null,
  }),
  PasswordChanged: (state) => state,
  PasswordWithdrawn: (state) => state,
  SignedInFromNewDevice: (state) => state,
  StaffRoleGranted: (state, { role }) => ({ ...state, staffRoles: [...state.staffRoles, role] }),
  StaffRoleRevoked: (state, { role }) => ({
    ...state,
    staffRoles: state.staffRoles.filter((held) => held !== role),
  }),
  UserSuspended: (state) => ({ ...state, suspended: true }),
  UserReinstated: (state) => ({ ...state, suspended: false }),
  SessionsRevoked: (state) => state,
  PersonErased: (state) => ({ ...state, status: 'erased', staffRoles: [] }),
};

/** Whether the address changes once this one agrees too. */
export const completes = ({ fromBoth, confirmed }: PendingEmail, from: 'current' | 'new'): boolean =>
  fromBoth ? confirmed !== null && confirmed !== from : from === 'new';
