import { type Actor, aggregate, type Nothing, refuse } from '#kernel';

export type DummyVendorCommands = {
  /** Records that an account belongs to no person. Only accounts that are marked can be deleted as dummy data. */
  mark: { creatorId: string };
  /** Records that the account was erased. */
  unmark: Nothing;
};

export type DummyVendorEvents = {
  DummyVendorMarked: { creatorId: string };
  DummyVendorDeleted: { creatorId: string };
};

export type DummyVendor = { readonly creatorId: string | null };

/** An account that was created to fill an empty site. */
export const dummyVendor = aggregate<DummyVendorCommands, DummyVendorEvents, DummyVendor, 'dummy-vendor'>({
  stream: 'dummy-vendor',
  initial: { creatorId: null },
  decide: {
    mark({ creatorId }, { facts, by }) {
      requireAdmin(by);
      return creatorId === facts.creatorId ? [] : [{ type: 'DummyVendorMarked', data: facts }];
    },
    unmark({ creatorId }, { by }) {
      requireAdmin(by);
      return creatorId === null ? [] : [{ type: 'DummyVendorDeleted', data: { creatorId } }];
    },
  },
  evolve: {
    DummyVendorMarked: (_, { creatorId }) => ({ creatorId }),
    DummyVendorDeleted: () => ({ creatorId: null }),
  },
});

/**
 * Refuses `seeding-not-allowed` for everyone but administrators who have given their second factor, where one is
 * required.
 */
export function requireAdmin({ kind, role }: Actor): void {
  if (kind !== 'staff' || role !== 'admin')
    refuse('seeding-not-allowed', 'Only staff administrators can create and delete dummy vendors');
}
