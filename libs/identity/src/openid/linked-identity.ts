import { type Actor, aggregate, type PersonalData, refuse } from '#kernel';

/** By signing up there, because both have proved the same address, or because its owner asked for it. */
export type LinkedHow = 'sign-up' | 'same-address' | 'by-hand';

type Linked = { userId: string; provider: string; subject: string; email: string | null; how: LinkedHow };

type Unlinked = { userId: string; provider: string };

export type LinkedIdentityCommands = { link: Linked; unlink: Unlinked };

export type LinkedIdentityEvents = {
  IdentityLinked: Linked;
  IdentityUnlinked: Unlinked;
};

const personalData: PersonalData<LinkedIdentityEvents> = {
  IdentityLinked: { of: 'userId', fields: ['subject', 'email'] },
};

export type LinkedIdentity = { readonly userId: string | null };

/** Who somebody is at a provider, as one more way to sign in to their account. The one by e-mail is there from sign-up on. */
export const linkedIdentity = aggregate<
  LinkedIdentityCommands,
  LinkedIdentityEvents,
  LinkedIdentity,
  'linked-identity'
>({
  stream: 'linked-identity',
  personalData,
  initial: { userId: null },

  decide: {
    link({ userId }, { facts, by }) {
      onlyOwn(facts.userId, by);
      if (userId) refuse('identity-exists', 'Identity is already linked');
      return [{ type: 'IdentityLinked', data: facts }];
    },

    unlink({ userId }, { facts, by }) {
      onlyOwn(userId ?? facts.userId, by);
      return [{ type: 'IdentityUnlinked', data: facts }];
    },
  },

  evolve: {
    IdentityLinked: (_, { userId }) => ({ userId }),
    IdentityUnlinked: (state) => state,
  },
});

function onlyOwn(userId: string, by: Actor): void {
  if (by.id !== userId) refuse('identity-not-yours', 'There is no such identity');
}
