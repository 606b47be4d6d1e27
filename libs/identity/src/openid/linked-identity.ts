import { type Actor, aggregate, type PersonalData, refuse } from '#kernel';

/**
 * How an identity was linked: at sign-up, because provider and account verified the same address, or at the owner's
 * request.
 */
export type LinkMethod = 'sign-up' | 'same-address' | 'by-hand';

type IdentityLink = { userId: string; provider: string; subject: string; email: string | null; method: LinkMethod };

type IdentityUnlink = { userId: string; provider: string };

export type LinkedIdentityCommands = { link: IdentityLink; unlink: IdentityUnlink };

export type LinkedIdentityEvents = {
  IdentityLinked: IdentityLink;
  IdentityUnlinked: IdentityUnlink;
};

const personalData: PersonalData<LinkedIdentityEvents> = {
  IdentityLinked: { of: 'userId', fields: ['subject', 'email'] },
};

/** `provider` is null unless the identity is linked now. */
export type LinkedIdentity = { readonly userId: string | null; readonly provider: string | null };

/**
 * An identity at a provider, as an additional way to sign in to an account. The email identity is not one of these;
 * sign-up creates it.
 */
export const linkedIdentity = aggregate<
  LinkedIdentityCommands,
  LinkedIdentityEvents,
  LinkedIdentity,
  'linked-identity'
>({
  stream: 'linked-identity',
  personalData,
  initial: { userId: null, provider: null },

  decide: {
    link({ userId }, { facts, by }) {
      requireOwner(facts.userId, by);
      if (userId) refuse('identity-exists', 'Identity is already linked');
      return [{ type: 'IdentityLinked', data: facts }];
    },

    unlink({ userId, provider }, { facts, by }) {
      requireOwner(userId ?? facts.userId, by);
      const isUnlinked = userId !== null && provider === null;
      return isUnlinked ? [] : [{ type: 'IdentityUnlinked', data: facts }];
    },
  },

  evolve: {
    IdentityLinked: (_, { userId, provider }) => ({ userId, provider }),
    IdentityUnlinked: (state) => ({ ...state, provider: null }),
  },
});

function requireOwner(userId: string, by: Actor): void {
  if (by.id !== userId) refuse('identity-not-yours', 'Identity not found');
}
