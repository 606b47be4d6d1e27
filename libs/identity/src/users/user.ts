import { aggregate, type Nothing, refuse } from '#kernel';
import type {
  Device,
  EmailChange,
  MailRequest,
  PersonDetails,
  Registration,
  Revocation,
  Role,
  StaffRole,
  UserEvents,
} from './user-events.ts';
import { userPersonal } from './user-events.ts';
import {
  isActiveAdministrator,
  requireAdministrator,
  requireImpersonalReason,
  requireNames,
  requireOtherAdministrator,
  requireRegistered,
  requireRole,
  requireSelf,
} from './user-rules.ts';
import { completes, evolveUser, type User, unknownUser } from './user-state.ts';

export type {
  PersonDetails,
  Revocation,
  Role,
  StaffRole,
  UserEvents,
} from './user-events.ts';

/** The ids of all who hold the role admin now and can sign in. */
type Administrators = { administrators: readonly string[] };

export type UserCommands = {
  register: Registration & { autoconfirm: boolean; confirmation: MailRequest | null };
  abandonRegistration: Nothing;
  changeDetails: PersonDetails;
  changePassword: Nothing;
  requestConfirmation: MailRequest;
  requestRecovery: MailRequest;
  requestSignInLink: MailRequest;
  requestReauthentication: Nothing;
  verifyEmail: Nothing;
  withdrawPassword: Nothing;
  requestEmailChange: EmailChange;
  confirmEmailChange: { from: 'current' | 'new' };
  recordNewDevice: Device;
  adoptEmail: { email: string };
  changeRole: { role: Role; reason: string };
  grantStaffRole: { role: StaffRole; reason: string };
  revokeStaffRole: { role: StaffRole; reason: string } & Administrators;
  suspend: { reason: string; sessionIds: readonly string[] } & Administrators;
  reinstate: { reason: string };
  revokeSessions: { sessionIds: readonly string[]; reason: Revocation };
  erase: { reason: string } & Administrators;
};

/** A user's account: its commands, who may give them, and the resulting events. */
export const user = aggregate<UserCommands, UserEvents, User, 'user'>({
  stream: 'user',
  personalData: userPersonal,
  initial: unknownUser,
  evolve: evolveUser,

  decide: {
    register({ status }, { facts: { autoconfirm, confirmation, ...registration }, by }) {
      if (status === 'abandoned') refuse('user-registration-abandoned', 'This sign-up took too long. Try again.');
      if (status !== 'none') refuse('user-exists', 'User already registered');
      if (by.kind === 'user' && by.id !== registration.userId)
        refuse('user-not-allowed', 'You cannot sign up for another person');
      requireRole(registration.role);
      requireNames(registration);
      const { userId } = registration;
      const emailVerified = { type: 'EmailVerified', data: { userId, method: 'autoconfirm' } } as const;
      const confirmationRequested =
        confirmation && ({ type: 'EmailConfirmationRequested', data: { userId, ...confirmation } } as const);
      const firstEvents = autoconfirm ? [emailVerified] : confirmationRequested ? [confirmationRequested] : [];
      return [{ type: 'UserRegistered', data: registration }, ...firstEvents];
    },

    // Stored as version 1, like a registration: the second of the two is refused, so a slow sign-up cannot complete
    // later.
    abandonRegistration({ status }, { by }) {
      if (by.kind !== 'system') refuse('user-not-allowed', 'Unfinished sign-ups are removed automatically');
      if (status === 'registered') refuse('user-exists', 'User already registered');
      return status === 'abandoned' ? [] : [{ type: 'RegistrationAbandoned', data: {} }];
    },

    changeDetails(state, { facts: { firstName, lastName, phone }, by }) {
      requireSelf(state, by);
      requireNames({ firstName, lastName });
      const isUnchanged = state.firstName === firstName && state.lastName === lastName && state.phone === phone;
      const data = { userId: state.id, firstName, lastName, phone };
      return isUnchanged ? [] : [{ type: 'UserDetailsChanged', data }];
    },

    changePassword(state, { by }) {
      requireSelf(state, by);
      return [{ type: 'PasswordChanged', data: { userId: state.id } }];
    },

    // Any caller may request these mails without a session, because they are sent only to the account's own address.
    requestConfirmation(state, { facts }) {
      requireRegistered(state);
      return state.emailVerified ? [] : [{ type: 'EmailConfirmationRequested', data: { userId: state.id, ...facts } }];
    },

    requestRecovery(state, { facts }) {
      requireRegistered(state);
      return [{ type: 'PasswordRecoveryRequested', data: { userId: state.id, ...facts } }];
    },

    requestSignInLink(state, { facts }) {
      requireRegistered(state);
      return [{ type: 'SignInLinkRequested', data: { userId: state.id, ...facts } }];
    },

    requestReauthentication(state, { by }) {
      requireSelf(state, by);
      return [{ type: 'ReauthenticationRequested', data: { userId: state.id } }];
    },

    verifyEmail(state, { by }) {
      requireSelf(state, by);
      return state.emailProved ? [] : [{ type: 'EmailVerified', data: { userId: state.id, method: 'mail' } }];
    },

    withdrawPassword(state, { by }) {
      requireSelf(state, by);
      return [{ type: 'PasswordWithdrawn', data: { userId: state.id } }];
    },

    // Any caller may request the same mails again; only the account's owner may enter a new address.
    requestEmailChange(state, { facts, by }) {
      requireRegistered(state);
      if (state.emailChange?.newEmail !== facts.newEmail) requireSelf(state, by);
      if (facts.newEmail === state.email) refuse('email-same', 'This is already your email address');
      return [{ type: 'EmailChangeRequested', data: { userId: state.id, ...facts } }];
    },

    confirmEmailChange(state, { facts: { from }, by }) {
      requireSelf(state, by);
      const { id: userId, email: previousEmail, emailChange } = state;
      if (!emailChange) refuse('email-change-not-found', 'There is no pending change of email address');
      if (emailChange.confirmed === from) return [];
      const confirmation = { type: 'EmailChangeConfirmed', data: { userId, from } } as const;
      const emailChanged = {
        type: 'EmailChanged',
        data: { userId, email: emailChange.newEmail, previousEmail },
      } as const;
      return completes(emailChange, from) ? [confirmation, emailChanged] : [confirmation];
    },

    recordNewDevice(state, { facts, by }) {
      requireSelf(state, by);
      return [{ type: 'SignedInFromNewDevice', data: { userId: state.id, ...facts } }];
    },

    // A user who no longer signs in with their email address takes over one that a provider has verified.
    adoptEmail(state, { facts: { email }, by }) {
      requireSelf(state, by);
      const { id: userId, email: previousEmail } = state;
      return email === previousEmail ? [] : [{ type: 'EmailChanged', data: { userId, email, previousEmail } }];
    },

    changeRole(state, { facts: { role, reason }, by }) {
      requireAdministrator(state, by, reason, 'user-role');
      requireRole(role);
      const data = { userId: state.id, role, previousRole: state.role, reason };
      return role === state.role ? [] : [{ type: 'UserRoleChanged', data }];
    },

    grantStaffRole(state, { facts: { role, reason }, by }) {
      requireAdministrator(state, by, reason, 'staff-role');
      const data = { userId: state.id, role, reason };
      return state.staffRoles.includes(role) ? [] : [{ type: 'StaffRoleGranted', data }];
    },

    revokeStaffRole(state, { facts: { role, reason, administrators }, by }) {
      requireAdministrator(state, by, reason, 'staff-role');
      if (role === 'admin' && state.staffRoles.includes(role)) requireOtherAdministrator(state, administrators);
      const data = { userId: state.id, role, reason };
      return state.staffRoles.includes(role) ? [{ type: 'StaffRoleRevoked', data }] : [];
    },

    suspend(state, { facts: { reason, sessionIds, administrators }, by }) {
      requireAdministrator(state, by, reason, 'suspension');
      if (isActiveAdministrator(state)) requireOtherAdministrator(state, administrators);
      const userId = state.id;
      const sessionsRevoked = { type: 'SessionsRevoked', data: { userId, sessionIds, reason: 'suspended' } } as const;
      return [
        ...(state.suspended ? [] : [{ type: 'UserSuspended', data: { userId, reason } } as const]),
        ...(sessionIds.length > 0 ? [sessionsRevoked] : []),
      ];
    },

    reinstate(state, { facts: { reason }, by }) {
      requireAdministrator(state, by, reason, 'suspension');
      return state.suspended ? [{ type: 'UserReinstated', data: { userId: state.id, reason } }] : [];
    },

    revokeSessions(state, { facts: { sessionIds, reason }, by }) {
      if (by.kind !== 'system') requireSelf(state, by);
      requireRegistered(state);
      const data = { userId: state.id, sessionIds, reason };
      return sessionIds.length === 0 ? [] : [{ type: 'SessionsRevoked', data }];
    },

    erase(state, { facts: { reason, administrators }, by }) {
      const isOwn = by.id === state.id;
      if (!isOwn && by.kind !== 'system' && !(by.kind === 'staff' && by.role === 'admin'))
        refuse('person-not-allowed', 'Only an administrator can erase another person');
      if (state.status === 'erased') return [];
      requireRegistered(state);
      // Users who erase themselves need not give a reason.
      if (!isOwn) requireImpersonalReason(reason, state);
      if (isActiveAdministrator(state)) requireOtherAdministrator(state, administrators);
      return [{ type: 'PersonErased', data: { personId: state.id } }];
    },
  },
});
