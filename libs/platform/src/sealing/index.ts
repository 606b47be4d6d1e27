export { SealedBox } from './sealed-box.ts';
export { boxOf, type SealedColumn, sealAgain } from './sealed-column.ts';
