import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** One row for each account that belongs to no person. */
export const dummyVendorRows = defineEntity({
  name: 'DummyVendorRow',
  properties: { id: p.text().primary() },
});
export type DummyVendorRow = InferEntity<typeof dummyVendorRows>;
