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
  | 'address-proved'
  | 'refresh-token-reused'
  | 'second-factor-given'
  | 'suspended';

/** Every event names its person: that is whose key seals the personal facts. */
type Whose = { userId: string };
/** A mail that was asked for: where its link leads in the end, and the flow that goes on from there. */
type Asked = { redirectTo: string; flowId: string | null };
/** `fromBoth`: the old address has to agree too. */
type EmailChange = Asked & { newEmail: string; fromBoth: boolean };
type Device = { sessionId: string; device: string; ip: string | null };
type Registration = Whose & Details & { email: string; role: Role; termsVersion: string | null };

export type UserCommands = {
  register: Registration & { autoconfirm: boolean; confirmation: Asked | null };
  abandonRegistration: Nothing;
  changeDetails: Details;
  changePassword: Nothing;
  requestConfirmation: Asked;
  requestRecovery: Asked;
  requestSignInLink: Asked;
  requestReauthentication: Nothing;
  verifyEmail: Nothing;
  withdrawPassword: Nothing;
  requestEmailChange: EmailChange;
  confirmEmailChange: { from: 'current' | 'new' };
  noteNewDevice: Device;
  adoptEmail: { email: string };
  grantStaffRole: { role: StaffRole; reason: string };
  revokeStaffRole: { role: StaffRole; reason: string };
  suspend: { reason: string; sessionIds: readonly string[] };
  reinstate: { reason: string };
  revokeSessions: { sessionIds: readonly string[]; why: Revocation };
  erase: { reason: string };
};

export type UserEvents = {
  UserRegistered: Registration;
  /** The address was reserved but its sign-up never finished; this id will not be used. */
  RegistrationAbandoned: Nothing;
  EmailVerified: Whose & { how: 'autoconfirm' | 'mail' };
  EmailConfirmationRequested: Whose & Asked;
  PasswordRecoveryRequested: Whose & Asked;
  SignInLinkRequested: Whose & Asked;
  ReauthenticationRequested: Whose;
  EmailChangeRequested: Whose & EmailChange;
  EmailChangeConfirmed: Whose & { from: 'current' | 'new' };
  EmailChanged: Whose & { email: string; previousEmail: string };
  UserDetailsChanged: Whose & Details;
  PasswordChanged: Whose;
  /** Whoever chose it had not proved that the address is theirs; now its owner has. */
  PasswordWithdrawn: Whose;
  SignedInFromNewDevice: Whose & Device;
  StaffRoleGranted: Whose & { role: StaffRole; reason: string };
  StaffRoleRevoked: Whose & { role: StaffRole; reason: string };
  /** They cannot sign in; what they have made stays. */
  UserSuspended: Whose & { reason: string };
  UserReinstated: Whose & { reason: string };
  SessionsRevoked: Whose & { sessionIds: readonly string[]; why: Revocation };
  /** Everything personal about them, here and in all other streams, is gone with their key. */
  PersonErased: { personId: string };
};

export const userPersonal: PersonalData<UserEvents> = {
  UserRegistered: { of: 'userId', fields: ['email', 'firstName', 'lastName', 'phone'] },
  UserDetailsChanged: { of: 'userId', fields: ['firstName', 'lastName', 'phone'] },
  EmailConfirmationRequested: { of: 'userId', fields: ['redirectTo'] },
  PasswordRecoveryRequested: { of: 'userId', fields: ['redirectTo'] },
  SignInLinkRequested: { of: 'userId', fields: ['redirectTo'] },
  EmailChangeRequested: { of: 'userId', fields: ['redirectTo', 'newEmail'] },
  EmailChanged: { of: 'userId', fields: ['email', 'previousEmail'] },
  SignedInFromNewDevice: { of: 'userId', fields: ['device', 'ip'] },
  StaffRoleGranted: { of: 'userId', fields: ['reason'] },
  StaffRoleRevoked: { of: 'userId', fields: ['reason'] },
  UserSuspended: { of: 'userId', fields: ['reason'] },
  UserReinstated: { of: 'userId', fields: ['reason'] },
};

export type User = Details & {
  readonly status: 'none' | 'registered' | 'abandoned' | 'erased';
  readonly id: string;
  readonly role: Role;
  readonly staffRoles: readonly StaffRole[];
  readonly suspended: boolean;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly emailChange: PendingEmail | null;
};
type PendingEmail = Pick<EmailChange, 'newEmail' | 'fromBoth'> & { readonly confirmed: 'current' | 'new' | null };

const roles: readonly string[] = ['creator', 'client', 'vendor'] satisfies Role[];

export const user: Decider<UserCommands, UserEvents, User> = {
  initial: {
    status: 'none',
    id: '',
    role: 'client',
    staffRoles: [],
    suspended: false,
    email: '',
    emailVerified: false,
    emailChange: null,
    firstName: '',
    lastName: '',
    phone: null,
  },

  decide: {
    register({ status }, { facts: { autoconfirm, confirmation, ...registration }, by }) {
      if (status === 'abandoned') refuse('user-registration-abandoned', 'This sign-up took too long, please try again');
      if (status !== 'none') refuse('user-exists', 'User already registered');
      if (by.kind === 'user' && by.id !== registration.userId)
        refuse('user-not-allowed', 'Nobody signs up for somebody else');
      if (!roles.includes(registration.role)) refuse('user-role', 'Please select a role');
      onlyWithNames(registration);
      const { userId } = registration;
      const verified = { type: 'EmailVerified', data: { userId, how: 'autoconfirm' } } as const;
      const asked =
        confirmation && ({ type: 'EmailConfirmationRequested', data: { userId, ...confirmation } } as const);
      const next = autoconfirm ? [verified] : asked ? [asked] : [];
      return [{ type: 'UserRegistered', data: registration }, ...next];
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

    // Mail is asked for by people who are not signed in; it goes to the account's own address alone.
    requestConfirmation(state, { facts }) {
      onlyRegistered(state);
      return state.emailVerified ? [] : [{ type: 'EmailConfirmationRequested', data: { userId: state.id, ...facts } }];
    },

    requestRecovery(state, { facts }) {
      onlyRegistered(state);
      return [{ type: 'PasswordRecoveryRequested', data: { userId: state.id, ...facts } }];
    },

    requestSignInLink(state, { facts }) {
      onlyRegistered(state);
      return [{ type: 'SignInLinkRequested', data: { userId: state.id, ...facts } }];
    },

    requestReauthentication(state, { by }) {
      onlyForSelf(state, by);
      return [{ type: 'ReauthenticationRequested', data: { userId: state.id } }];
    },

    verifyEmail(state, { by }) {
      onlyForSelf(state, by);
      return state.emailVerified ? [] : [{ type: 'EmailVerified', data: { userId: state.id, how: 'mail' } }];
    },

    withdrawPassword(state, { by }) {
      onlyForSelf(state, by);
      return [{ type: 'PasswordWithdrawn', data: { userId: state.id } }];
    },

    // Anybody may have the same letters sent again; only its owner names a new address.
    requestEmailChange(state, { facts, by }) {
      onlyRegistered(state);
      if (state.emailChange?.newEmail !== facts.newEmail) onlyForSelf(state, by);
      if (facts.newEmail === state.email) refuse('email-same', 'This is your email address already');
      return [{ type: 'EmailChangeRequested', data: { userId: state.id, ...facts } }];
    },

    confirmEmailChange(state, { facts: { from }, by }) {
      onlyForSelf(state, by);
      const { id: userId, email: previousEmail, emailChange } = state;
      if (!emailChange) refuse('email-change-not-found', 'No new email address was asked for');
      if (emailChange.confirmed === from) return [];
      const confirmation = { type: 'EmailChangeConfirmed', data: { userId, from } } as const;
      const changed = { type: 'EmailChanged', data: { userId, email: emailChange.newEmail, previousEmail } } as const;
      return completes(emailChange, from) ? [confirmation, changed] : [confirmation];
    },

    noteNewDevice(state, { facts, by }) {
      onlyForSelf(state, by);
      return [{ type: 'SignedInFromNewDevice', data: { userId: state.id, ...facts } }];
    },

    // Whoever no longer signs in with their address takes one that a provider has verified.
    adoptEmail(state, { facts: { email }, by }) {
      onlyForSelf(state, by);
      const { id: userId, email: previousEmail } = state;
      return email === previousEmail ? [] : [{ type: 'EmailChanged', data: { userId, email, previousEmail } }];
    },

    grantStaffRole(state, { facts: { role, reason }, by }) {
      onlyByAdministrator(state, by, reason, 'staff-role');
      const data = { userId: state.id, role, reason };
      return state.staffRoles.includes(role) ? [] : [{ type: 'StaffRoleGranted', data }];
    },

    revokeStaffRole(state, { facts: { role, reason }, by }) {
      onlyByAdministrator(state, by, reason, 'staff-role');
      const data = { userId: state.id, role, reason };
      return state.staffRoles.includes(role) ? [{ type: 'StaffRoleRevoked', data }] : [];
    },

    suspend(state, { facts: { reason, sessionIds }, by }) {
      onlyByAdministrator(state, by, reason, 'suspension');
      if (by.id === state.id) refuse('suspension-not-allowed', 'Nobody suspends themselves');
      const userId = state.id;
      const ended = { type: 'SessionsRevoked', data: { userId, sessionIds, why: 'suspended' } } as const;
      return [
        ...(state.suspended ? [] : [{ type: 'UserSuspended', data: { userId, reason } } as const]),
        ...(sessionIds.length > 0 ? [ended] : []),
      ];
    },

    reinstate(state, { facts: { reason }, by }) {
      onlyByAdministrator(state, by, reason, 'suspension');
      return state.suspended ? [{ type: 'UserReinstated', data: { userId: state.id, reason } }] : [];
    },

    revokeSessions(state, { facts: { sessionIds, why }, by }) {
      if (by.kind !== 'system') onlyForSelf(state, by);
      onlyRegistered(state);
      const data = { userId: state.id, sessionIds, why };
      return sessionIds.length === 0 ? [] : [{ type: 'SessionsRevoked', data }];
    },

    erase(state, { facts: { reason }, by }) {
      const own = by.id === state.id;
      if (!own && by.kind !== 'system' && !(by.kind === 'staff' && by.role === 'admin'))
        refuse('person-not-allowed', 'Only an administrator erases somebody else');
      if (state.status === 'erased') return [];
      onlyRegistered(state);
      // Nobody has to say why they leave.
      if (!own) onlyImpersonal(reason, state);
      return [{ type: 'PersonErased', data: { personId: state.id } }];
    },
  },

  evolve: {
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
    EmailVerified: (state) => ({ ...state, emailVerified: true }),
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
    EmailChanged: (state, { email }) => ({ ...state, email, emailVerified: true, emailChange: null }),
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
  },
};

/** Whether the address changes once this one agrees too. */
export const completes = ({ fromBoth, confirmed }: PendingEmail, from: 'current' | 'new'): boolean =>
  fromBoth ? confirmed !== null && confirmed !== from : from === 'new';

function onlyRegistered({ status }: User): void {
  if (status !== 'registered') refuse('user-not-found', 'There is no such user');
}

function onlyForSelf(state: User, by: Actor): void {
  onlyRegistered(state);
  if (by.id !== state.id) refuse('user-not-yours', 'This is somebody else');
}

function onlyByAdministrator(state: User, by: Actor, reason: string, what: 'staff-role' | 'suspension'): void {
  onlyRegistered(state);
  if (by.kind !== 'system' && !(by.kind === 'staff' && by.role === 'admin'))
    refuse(`${what}-not-allowed`, 'Only an administrator may do that');
  if (!reason.trim()) refuse(`${what}-reason`, 'Please say why');
}

function onlyWithNames({ firstName, lastName }: Pick<Details, 'firstName' | 'lastName'>): void {
  if (firstName.trim().length < 2) refuse('user-first-name', 'First name must be at least 2 characters');
  if (lastName.trim().length < 2) refuse('user-last-name', 'Last name must be at least 2 characters');
}

// The reason stands in the envelope, in clear and for ever.
function onlyImpersonal(reason: string, { firstName, lastName, email, phone }: User): void {
  if (!reason.trim()) refuse('person-reason', 'Please say why');
  const words = new Set(wordsOf(reason));
  const digits = reason.replace(/\D/g, '');
  const number = (phone ?? '').replace(/\D/g, '');
  const named = [firstName, lastName, email].some((name) => wordsOf(name).some((word) => words.has(word)));
  if (named || (number.length > 5 && digits.includes(number)))
    refuse(
      'person-reason-personal',
      'The reason stays in the log for ever: leave out their name, address and phone number',
    );
}

/** In small letters; an address is one. An erased person has none. */
function wordsOf(text: string | null): readonly string[] {
  return (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+(?:[@.+_-][\p{L}\p{N}]+)*/gu) ?? [];
}
