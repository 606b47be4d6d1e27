import { aggregate, refuse } from '#kernel';

type KeyRotation = { kid: string; signsFrom: string };

export type KeyringCommands = { rotate: KeyRotation };

export type KeyringEvents = {
  /** This key signs access tokens from `signsFrom` on; the previous one still verifies the tokens it signed. */
  SigningKeyRotated: KeyRotation;
};

export type Keyring = Record<never, never>;

/** The history of the signing keys: each rotation and its actor. The keys themselves are rows of a table. */
export const keyring = aggregate<KeyringCommands, KeyringEvents, Keyring, 'keyring'>({
  stream: 'keyring',
  initial: {},

  decide: {
    rotate(_, { facts, by }) {
      if (by.kind !== 'system')
        refuse('signing-key-not-allowed', 'Signing keys can only be changed from the command line');
      return [{ type: 'SigningKeyRotated', data: facts }];
    },
  },

  evolve: { SigningKeyRotated: (state) => state },
});
