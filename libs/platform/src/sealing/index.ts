export { SealedBox } from './sealed-box.ts';
