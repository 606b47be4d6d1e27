import { type Actor, aggregate, type Nothing, type PersonalData, refuse } from '#kernel';

/** An authenticator app, or a passkey or security key. */
export type FactorKind = 'totp' | 'webauthn';

type Whose = { userId: string };
/** `name` is what its owner calls it; it reads as null once they are erased. */
type Added = Whose & { kind: FactorKind; name: string };
/** `sameAddress` tells whether it was asked for and given from one network address. */
type Verified = Whose & { sessionId: string; sameAddress: boolean };

export type FactorCommands = {
  verify: Added & Verified;
  block: Whose & { sessionId: string };
  remove: Nothing;
};

export type FactorEvents = {
  FactorAdded: Added;
  FactorVerified: Verified;
  /** So many wrong codes that it takes none for a while. */
  FactorBlocked: Whose & { sessionId: string };
  FactorRemoved: Whose;
};

const personalData: PersonalData<FactorEvents> = {
  FactorAdded: { of: 'userId', fields: ['name'] },
};

export type Factor = { readonly status: 'none' | 'added' | 'removed'; readonly userId: string };

/** A second factor. Its codes and keys are rows; that it was added, given, blocked and removed is kept here. */
export const factor = aggregate<FactorCommands, FactorEvents, Factor, 'factor'>({
  stream: 'factor',
  personalData,
  initial: { status: 'none', userId: '' },

  decide: {
    // Given for the first time it is added; also where the process died between the row and this.
    verify({ status, userId: owner }, { facts: { userId, kind, name, sessionId, sameAddress }, by }) {
      onlyOf(status === 'none' ? userId : owner, by);
      if (status === 'removed') refuse('factor-not-found', 'There is no such factor');
      const added = { type: 'FactorAdded', data: { userId, kind, name } } as const;
      const verified = { type: 'FactorVerified', data: { userId, sessionId, sameAddress } } as const;
      return status === 'none' ? [added, verified] : [verified];
    },

    block({ status, userId: owner }, { facts: { userId, sessionId }, by }) {
      onlyOf(status === 'none' ? userId : owner, by);
      return [{ type: 'FactorBlocked', data: { userId, sessionId } }];
    },

    // The command line takes it from somebody who has lost it.
    remove({ status, userId }, { by }) {
      if (status !== 'added') return [];
      if (by.kind !== 'system') onlyOf(userId, by);
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

function onlyOf(userId: string, by: Actor): void {
  if (by.id !== userId) refuse('factor-not-yours', 'There is no such factor');
}
