import { BearerStrategy } from './bearer.strategy.ts';
import { Devices } from './devices.store.ts';
import { NewDevices } from './new.devices.ts';
import { OwnSessionsController } from './own-sessions.controller.ts';
import { OwnSessions } from './own-sessions.queries.ts';
import { SessionGrants } from './session.grants.ts';
import { sessionsHandlers } from './sessions.commands.ts';
import { Sessions } from './sessions.queries.ts';

/** Sessions, their tokens and the devices they were started on. */
export const sessionsControllers = [OwnSessionsController];
export const sessionsProviders = [
  Devices,
  NewDevices,
  SessionGrants,
  Sessions,
  OwnSessions,
  BearerStrategy,
  ...sessionsHandlers,
];
