import type { Nothing, PersonalData } from '#kernel';

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
export type Asked = { redirectTo: string; flowId: string | null };
/** `fromBoth`: the old address has to agree too. */
export type EmailChange = Asked & { newEmail: string; fromBoth: boolean };
export type Device = { sessionId: string; device: string; ip: string | null };
export type Registration = Whose & Details & { email: string; role: Role; termsVersion: string | null };

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
