export { afterErasure, type Reaction, Reactor } from './reactor.ts';
