import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuthController } from './auth.controller.ts';
import { Anonymously, ByBearer } from './auth.guards.ts';
import { AuthServiceController } from './auth-service.controller.ts';
import { FactorsController } from './factors.controller.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { IdTokenRequests } from './id-token.requests.ts';
import { MailsController } from './mails.controller.ts';
import { OAuthController } from './oauth.controller.ts';
import { RequestTimeout } from './request.timeout.ts';
import { UnsupportedEndpoints } from './unsupported.endpoints.ts';
import { UserController } from './user.controller.ts';
import { VerifyController } from './verify.controller.ts';

/**
 * The routes under /auth/v1. The order matters: the last controller answers every path that no other controller has.
 */
export const gotrueControllers = [
  AuthController,
  UserController,
  MailsController,
  VerifyController,
  FactorsController,
  OAuthController,
  AuthServiceController,
];
export const gotrueProviders = [
  Anonymously,
  ByBearer,
  IdTokenRequests,
  UnsupportedEndpoints,
  AuthErrorsFilter,
  { provide: APP_INTERCEPTOR, useClass: RequestTimeout },
];
