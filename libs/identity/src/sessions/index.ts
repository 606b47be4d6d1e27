export type { Amr, Method } from './assurance.ts';
export { BearerStrategy } from './bearer.strategy.ts';
export { OwnSessions } from './own-sessions.queries.ts';
export { readRefreshToken } from './refresh-token.codec.ts';
export { type Device, type Grant, type ReuseCause, type Session, SessionGrants } from './session.grants.ts';
export { endSessions, RefreshSession, SignIn, SignOut, StartSession, withdrawFactor } from './sessions.commands.ts';
export { sessionsParts } from './sessions.parts.ts';
export { actorOf, type Caller, Sessions } from './sessions.queries.ts';
