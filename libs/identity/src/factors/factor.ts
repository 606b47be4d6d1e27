import { type Actor, aggregate, type Nothing, type PersonalData, refuse } from '#kernel';

/** An authenticator app, or a passkey or security key. */
export type FactorKind = 'totp' | 'webauthn';

type OwnedBy = { userId: string };
/** `name` is chosen by the owner; it reads as null after their erasure. */
type AddedFactor = OwnedBy & { kind: FactorKind; name: string };
/** `sameAddress` is true if the challenge was requested and verified from the same IP address. */
type FactorVerification = OwnedBy & { sessionId: string; sameAddress: boolean };

export type FactorCommands = {
  verify: AddedFactor & FactorVerification;
  block: OwnedBy & { sessionId: string };
  remove: Nothing;
};

export type FactorEvents = {
  FactorAdded: AddedFactor;
  FactorVerified: FactorVerification;
  /** After too many wrong codes, the factor accepts none for a while. */
  FactorBlocked: OwnedBy & { sessionId: string };
  FactorRemoved: OwnedBy;
};

const personalData: PersonalData<FactorEvents> = {
  FactorAdded: { of: 'userId', fields: ['name'] },
};

export type Factor = { readonly status: 'none' | 'added' | 'removed'; readonly userId: string };

/**
 * A second factor. Its secrets and keys are table rows; the stream records when it was added, verified, blocked and
 * removed.
 */
export const factor = aggregate<FactorCommands, FactorEvents, Factor, 'factor'>({
  stream: 'factor',
  personalData,
  initial: { status: 'none', userId: '' },

  decide: {
    // The first verification adds the factor, even if an earlier process died after it changed the row and before it
    // stored this event.
    verify({ status, userId: owner }, { facts: { userId, kind, name, sessionId, sameAddress }, by }) {
      requireOwner(status === 'none' ? userId : owner, by);
      if (status === 'removed') refuse('factor-not-found', 'Factor not found');
      const added = { type: 'FactorAdded', data: { userId, kind, name } } as const;
      const verified = { type: 'FactorVerified', data: { userId, sessionId, sameAddress } } as const;
      return status === 'none' ? [added, verified] : [verified];
    },

    block({ status, userId: owner }, { facts: { userId, sessionId }, by }) {
      requireOwner(status === 'none' ? userId : owner, by);
      return [{ type: 'FactorBlocked', data: { userId, sessionId } }];
    },

    // Operators on the command line and administrators remove the factors that a person has lost.
    remove({ status, userId }, { by }) {
      if (status !== 'added') return [];
      if (by.kind !== 'system' && !(by.kind === 'staff' && by.role === 'admin')) requireOwner(userId, by);
      return [{ type: 'FactorRemoved', data: { userId } }];
    },
  },

  evolve: {
    FactorAdded: (state, { userId }) => ({ ...state, status: 'added', userId }),
    FactorVerified: (state) => state,
    FactorBlocked: (state) => state,
    FactorRemoved: (state) => ({ ...state, status: 'removed' }),
  },
});

function requireOwner(userId: string, by: Actor): void {
  if (by.id !== userId) refuse('factor-not-yours', 'Factor not found');
}
