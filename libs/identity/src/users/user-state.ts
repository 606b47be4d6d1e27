import type { Evolve } from '#kernel';
import type { EmailChange, PersonDetails, Role, StaffRole, UserEvents } from './user-events.ts';

/** The state of a user that the rules depend on. */
export type User = PersonDetails & {
  readonly status: 'none' | 'registered' | 'abandoned' | 'erased';
  readonly id: string;
  readonly role: Role;
  readonly staffRoles: readonly StaffRole[];
  readonly suspended: boolean;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Proved by a mailed link or code. An address can also count as verified without that. */
  readonly emailProved: boolean;
  readonly emailChange: PendingEmail | null;
};
export type PendingEmail = Pick<EmailChange, 'newEmail' | 'fromBoth'> & {
  readonly confirmed: 'current' | 'new' | null;
};

/** The state before registration. */
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

/** How each event changes the state. Many events exist only for reactions and the audit trail. */
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
  EmailVerified: (state, { method }) => ({
    ...state,
    emailVerified: true,
    emailProved: state.emailProved || method === 'mail',
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
  UserRoleChanged: (state, { role }) => ({ ...state, role }),
  StaffRoleGranted: (state, { role }) => ({ ...state, staffRoles: [...state.staffRoles, role] }),
  StaffRoleRevoked: (state, { role }) => ({
    ...state,
    staffRoles: state.staffRoles.filter((granted) => granted !== role),
  }),
  UserSuspended: (state) => ({ ...state, suspended: true }),
  UserReinstated: (state) => ({ ...state, suspended: false }),
  SessionsRevoked: (state) => state,
  PersonErased: (state) => ({ ...state, status: 'erased', staffRoles: [] }),
};

/** Whether the address changes when it is also confirmed from this one. */
export const completes = ({ fromBoth, confirmed }: PendingEmail, from: 'current' | 'new'): boolean =>
  fromBoth ? confirmed !== null && confirmed !== from : from === 'new';
