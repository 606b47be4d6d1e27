import type { SubmoduleParts } from '#platform/module';
import { BearerStrategy } from './bearer.strategy.ts';
import { Devices } from './devices.store.ts';
import { NewDevices } from './new.devices.ts';
import { OwnSessionsController } from './own-sessions.controller.ts';
import { OwnSessions } from './own-sessions.queries.ts';
import { SessionGrants, sealedRefreshKeys } from './session.grants.ts';
import * as commands from './sessions.commands.ts';
import { Sessions } from './sessions.queries.ts';

/** Sessions, their tokens and the devices they were started on. */
export const sessionsParts = {
  commands: [commands],
  controllers: [OwnSessionsController],
  providers: [Devices, NewDevices, SessionGrants],
  exports: [OwnSessions, Sessions, BearerStrategy],
  sealedColumns: [sealedRefreshKeys],
} satisfies SubmoduleParts;
