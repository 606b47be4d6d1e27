export { dummiesParts } from './dummies.parts.ts';
export type { DummyVendorRow } from './dummies.rows.ts';
