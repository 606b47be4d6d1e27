export { erasureRecheckDelay, type Reaction, Reactor } from './reactor.ts';
