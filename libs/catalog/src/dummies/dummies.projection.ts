import type { Projection } from '#kernel';
import type { DummyVendorRow } from './dummies.rows.ts';
import type { DummyVendorEvents } from './dummy-vendor.ts';

export const dummyVendors: Projection<DummyVendorEvents, DummyVendorRow> = {
  table: 'dummy_vendors',
  version: 1,
  key: ({ data }) => data.creatorId,
  insert: { DummyVendorMarked: ({ creatorId }) => ({ id: creatorId }) },
  update: { DummyVendorDeleted: () => null },
};
