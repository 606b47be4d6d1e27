import { aggregate, refuse } from '#kernel';

type Rotated = { kid: string; signsFrom: string };

export type KeyringCommands = { rotate: Rotated };

export type KeyringEvents = {
  /** From `signsFrom` on this key signs access tokens; the one before it still verifies those it signed. */
  SigningKeyRotated: Rotated;
};

export type Keyring = Record<never, never>;

/** The keys that sign access tokens. They are rows; that one follows another, and by whom, is kept here. */
export const keyring = aggregate<KeyringCommands, KeyringEvents, Keyring, 'keyring'>({
  stream: 'keyring',
  initial: {},

  decide: {
    rotate(_, { facts, by }) {
      if (by.kind !== 'system') refuse('signing-key-not-allowed', 'Only the command line changes signing keys');
      return [{ type: 'SigningKeyRotated', data: facts }];
    },
  },

  evolve: { SigningKeyRotated: (state) => state },
});
