import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuthController } from './auth.controller.ts';
import { Anonymously, ByBearer } from './auth.guards.ts';
import { AuthLimits } from './auth.limits.ts';
import { BearerStrategy } from './bearer.strategy.ts';
import { ClosedDoors } from './closed.doors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { WithinTime } from './time.limit.ts';
import { UserController } from './user.controller.ts';

/** The auth API's own: who asks, how often, and what errors look like. */
export const gotrueControllers = [AuthController, UserController];
export const gotrueProviders = [
  AuthLimits,
  BearerStrategy,
  Anonymously,
  ByBearer,
  ClosedDoors,
  AuthErrorsFilter,
  { provide: APP_INTERCEPTOR, useClass: WithinTime },
];
