import type { Nothing, PersonalData } from '#kernel';

/** The role chosen at sign-up, or given by an administrator later. Staff have additional roles. */
export type Role = 'creator' | 'client' | 'vendor';
export type StaffRole = 'support' | 'finance' | 'ops' | 'admin';
/** Names and phone read as null once the person is erased. */
export type PersonDetails = { firstName: string; lastName: string; phone: string | null };
export type Revocation =
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'signed-out-everywhere'
  | 'password-changed'
  | 'address-proved'
  | 'refresh-token-reused'
  | 'second-factor-given'
  | 'suspended';

/** Every event holds the user's id, because their key seals its personal data. */
type OfUser = { userId: string };
/** A requested mail: where its link finally leads, and the sign-in flow that continues there. */
export type MailRequest = { redirectTo: string; flowId: string | null };
/** `fromBoth`: the change must be confirmed from the old address too. */
export type EmailChange = MailRequest & { newEmail: string; fromBoth: boolean };
export type Device = { sessionId: string; device: string; ip: string | null };
export type Registration = OfUser & PersonDetails & { email: string; role: Role; termsVersion: string | null };

export type UserEvents = {
  UserRegistered: Registration;
  /** The address was reserved but its sign-up never finished; this id will not be used. */
  RegistrationAbandoned: Nothing;
  EmailVerified: OfUser & { method: 'autoconfirm' | 'mail' };
  EmailConfirmationRequested: OfUser & MailRequest;
  PasswordRecoveryRequested: OfUser & MailRequest;
  SignInLinkRequested: OfUser & MailRequest;
  ReauthenticationRequested: OfUser;
  EmailChangeRequested: OfUser & EmailChange;
  EmailChangeConfirmed: OfUser & { from: 'current' | 'new' };
  EmailChanged: OfUser & { email: string; previousEmail: string };
  UserDetailsChanged: OfUser & PersonDetails;
  PasswordChanged: OfUser;
  /**
   * The password was set before the email address was verified, so it was removed when the owner verified the address.
   */
  PasswordWithdrawn: OfUser;
  SignedInFromNewDevice: OfUser & Device;
  UserRoleChanged: OfUser & { role: Role; previousRole: Role; reason: string };
  StaffRoleGranted: OfUser & { role: StaffRole; reason: string };
  StaffRoleRevoked: OfUser & { role: StaffRole; reason: string };
  /** The user cannot sign in; their content remains. */
  UserSuspended: OfUser & { reason: string };
  UserReinstated: OfUser & { reason: string };
  SessionsRevoked: OfUser & { sessionIds: readonly string[]; reason: Revocation };
  /** The person's key is destroyed, so their personal data in all streams can no longer be read. */
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
  UserRoleChanged: { of: 'userId', fields: ['reason'] },
  StaffRoleGranted: { of: 'userId', fields: ['reason'] },
  StaffRoleRevoked: { of: 'userId', fields: ['reason'] },
  UserSuspended: { of: 'userId', fields: ['reason'] },
  UserReinstated: { of: 'userId', fields: ['reason'] },
};
