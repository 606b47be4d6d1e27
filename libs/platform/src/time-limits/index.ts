export { withinTime } from './within-time.ts';
