import { type Actor, type Decider, type Nothing, type PersonalData, refuse } from '#kernel';

/** What somebody is here for, chosen at sign-up; and what staff may do besides. */
export type Role = 'creator' | 'client' | 'vendor';
export type StaffRole = 'support' | 'finance' | 'ops' | 'admin';
/** Names and phone read as null once the person is erased. */
export type Details = { firstName: string; lastName: string; phone: string | null };
export type Revocation =
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'signed-out-everywhere'
  | 'password-changed'
  | 'refresh-token-reused'
  | 'second-factor-given'
  | 'suspended';

/** Every event names its person: that is whose key seals the personal facts. */
type Whose = { userId: string };
type Registration = Whose & Details & { email: string; role: Role; termsVersion: string | null };

export type UserCommands = {
  register: Registration & { autoconfirm: boolean };
  abandonRegistration: Nothing;
  changeDetails: Details;
  changePassword: Nothing;
  grantStaffRole: { role: StaffRole; reason: string };
  revokeSessions: { sessionIds: readonly string[]; why: Revocation };
};

export type UserEvents = {
  UserRegistered: Registration;
  /** The address was reserved but its sign-up never finished; this id will not be used. */
  RegistrationAbandoned: Nothing;
  EmailVerified: Whose & { how: 'autoconfirm' };
  UserDetailsChanged: Whose & Details;
  PasswordChanged: Whose;
  StaffRoleGranted: Whose & { role: StaffRole; reason: string };
  SessionsRevoked: Whose & { sessionIds: readonly string[]; why: Revocation };
};

export const userPersonal: PersonalData<UserEvents> = {
  UserRegistered: { of: 'userId', fields: ['email', 'firstName', 'lastName', 'phone'] },
  UserDetailsChanged: { of: 'userId', fields: ['firstName', 'lastName', 'phone'] },
  StaffRoleGranted: { of: 'userId', fields: ['reason'] },
};

export type User = Details & {
  readonly status: 'none' | 'registered' | 'abandoned';
  readonly id: string;
  readonly role: Role;
  readonly staffRoles: readonly StaffRole[];
  readonly emailVerified: boolean;
};

const roles: readonly string[] = ['creator', 'client', 'vendor'] satisfies Role[];

export const user: Decider<UserCommands, UserEvents, User> = {
  initial: {
    status: 'none',
    id: '',
    role: 'client',
    staffRoles: [],
    emailVerified: false,
    firstName: '',
    lastName: '',
    phone: null,
  },

  decide: {
    register({ status }, { facts: { autoconfirm, ...registration }, by }) {
      if (status === 'abandoned') refuse('user-registration-abandoned', 'This sign-up took too long, please try again');
      if (status !== 'none') refuse('user-exists', 'User already registered');
      if (by.kind === 'user' && by.id !== registration.userId)
        refuse('user-not-allowed', 'Nobody signs up for somebody else');
      if (!roles.includes(registration.role)) refuse('user-role', 'Please select a role');
      onlyWithNames(registration);
      const { userId } = registration;
      const verified = { type: 'EmailVerified', data: { userId, how: 'autoconfirm' } } as const;
      return [{ type: 'UserRegistered', data: registration }, ...(autoconfirm ? [verified] : [])];
    },

    // Written at version 1, as a registration is: whichever comes second is refused, so a slow sign-up cannot come back.
    abandonRegistration({ status }, { by }) {
      if (by.kind !== 'system') refuse('user-not-allowed', 'A sign-up is abandoned by nobody’s hand');
      if (status === 'registered') refuse('user-exists', 'User already registered');
      return status === 'abandoned' ? [] : [{ type: 'RegistrationAbandoned', data: {} }];
    },

    changeDetails(state, { facts: { firstName, lastName, phone }, by }) {
      onlyForSelf(state, by);
      onlyWithNames({ firstName, lastName });
      const same = state.firstName === firstName && state.lastName === lastName && state.phone === phone;
      const data = { userId: state.id, firstName, lastName, phone };
      return same ? [] : [{ type: 'UserDetailsChanged', data }];
    },

    changePassword(state, { by }) {
      onlyForSelf(state, by);
      return [{ type: 'PasswordChanged', data: { userId: state.id } }];
    },

    grantStaffRole(state, { facts: { role, reason }, by }) {
      onlyRegistered(state);
      if (by.kind !== 'system' && !(by.kind === 'staff' && by.role === 'admin'))
        refuse('staff-role-not-allowed', 'Only an administrator grants a staff role');
      if (!reason.trim()) refuse('staff-role-reason', 'Please say why');
      const data = { userId: state.id, role, reason };
      return state.staffRoles.includes(role) ? [] : [{ type: 'StaffRoleGranted', data }];
    },

    revokeSessions(state, { facts: { sessionIds, why }, by }) {
      if (by.kind !== 'system') onlyForSelf(state, by);
      onlyRegistered(state);
      const data = { userId: state.id, sessionIds, why };
      return sessionIds.length === 0 ? [] : [{ type: 'SessionsRevoked', data }];
    },
  },

  evolve: {
    UserRegistered: (state, { userId, role, firstName, lastName, phone }) => ({
      ...state,
      status: 'registered',
      id: userId,
      role,
      firstName,
      lastName,
      phone,
    }),
    RegistrationAbandoned: (state) => ({ ...state, status: 'abandoned' }),
    EmailVerified: (state) => ({ ...state, emailVerified: true }),
    UserDetailsChanged: (state, { firstName, lastName, phone }) => ({ ...state, firstName, lastName, phone }),
    PasswordChanged: (state) => state,
    StaffRoleGranted: (state, { role }) => ({ ...state, staffRoles: [...state.staffRoles, role] }),
    SessionsRevoked: (state) => state,
  },
};

function onlyRegistered({ status }: User): void {
  if (status !== 'registered') refuse('user-not-found', 'There is no such user');
}

function onlyForSelf(state: User, by: Actor): void {
  onlyRegistered(state);
  if (by.id !== state.id) refuse('user-not-yours', 'This is somebody else');
}

function onlyWithNames({ firstName, lastName }: Pick<Details, 'firstName' | 'lastName'>): void {
  if (firstName.trim().length < 2) refuse('user-first-name', 'First name must be at least 2 characters');
  if (lastName.trim().length < 2) refuse('user-last-name', 'Last name must be at least 2 characters');
}
