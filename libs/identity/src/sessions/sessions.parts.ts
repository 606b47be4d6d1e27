import { AccessTokens } from './access-token.issuer.ts';
import { Arrivals } from './device.arrivals.ts';
import { Devices } from './devices.store.ts';
import { keyringHandlers } from './keyring.commands.ts';
import { OwnSessionsController } from './own-sessions.controller.ts';
import { OwnSessions } from './own-sessions.queries.ts';
import { SessionGrants } from './session.grants.ts';
import { sessionsHandlers } from './sessions.commands.ts';
import { Sessions } from './sessions.queries.ts';
import { SigningKeys } from './signing-keys.store.ts';

/** Tokens, the sessions they belong to, the devices those began on, and the keys that sign. */
export const sessionsControllers = [OwnSessionsController];
export const sessionsProviders = [
  SigningKeys,
  AccessTokens,
  Devices,
  Arrivals,
  SessionGrants,
  Sessions,
  OwnSessions,
  ...sessionsHandlers,
  ...keyringHandlers,
];
