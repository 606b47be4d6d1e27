export { Clock, seconds } from './identity.clock.ts';
