export { dummiesParts } from './dummies.parts.ts';
export { dummyVendorRows } from './dummies.rows.ts';
