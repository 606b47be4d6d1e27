export { erasureRecheckDelay, type Reaction, type ReactionQueue, Reactor } from './reactor.ts';
