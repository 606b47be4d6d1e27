import { BadRequestException, type DynamicModule, Module, StandardSchemaValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { ignoreContentTypes } from '#identity';
import { type Config } from '#platform/config';
import { levelsOf } from '#platform/logging';
import { productImports } from '#platform/module';
import { modules } from '../../modules.ts';
import { AccountArchive } from './account-archive.ts';
import { Audiences } from './audiences.ts';
import { answerOtherPorts } from './cross-origin.ts';
import { turnAwayCrowds } from './crowds.ts';
import { DashboardController } from './dashboard.controller.ts';
import { documentRoutes } from './documents.ts';
import { serveFrontend } from './frontend.ts';
import { GracefulShutdown } from './graceful.shutdown.ts';
import { guardAnswers, refuseUnreadable } from './headers.ts';
import { HealthController } from './health.controller.ts';
import { MeController } from './me.controller.ts';
import { NotFoundController } from './not-found.controller.ts';
import { OneRequestPerKey } from './one-request-per-key.interceptor.ts';
import { ReadYourWrites } from './read-your-writes.interceptor.ts';
import { RealtimeGateway } from './realtime.gateway.ts';
import { RefusalsFilter } from './refusals.filter.ts';
import { hookRequests } from './request.hooks.ts';
import { RequestLimits } from './request.limits.ts';
import { SessionGuard } from './session.guard.ts';

const schemas = new StandardSchemaValidationPipe({
  exceptionFactory: (issues) =>
    new BadRequestException({
      code: 'invalid',
      message: issues[0]?.message ?? 'Something is missing',
      issues: issues.map(({ path, message }) => ({ path: path?.map(String).join('.') ?? '', message })),
    }),
});

@Module({})
export class ApiModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: ApiModule,
      imports: productImports(config, modules),
      controllers: [MeController, DashboardController, NotFoundController, HealthController],
      providers: [
        AccountArchive,
        Audiences,
        GracefulShutdown,
        RealtimeGateway,
        RequestLimits,
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_PIPE, useValue: schemas },
        { provide: APP_INTERCEPTOR, useClass: OneRequestPerKey },
        { provide: APP_INTERCEPTOR, useClass: ReadYourWrites },
        { provide: APP_FILTER, useClass: RefusalsFilter },
      ],
    };
  }
}

/** HTTP before there is any route. Where a request comes from is what the last trusted proxy says. */
export const httpAdapter = (config: Pick<Config, 'trustedProxies' | 'publicUrl'>): FastifyAdapter =>
  new FastifyAdapter({
    bodyLimit: 1_048_576,
    // By then all of a request has to have come.
    requestTimeout: 60_000,
    forceCloseConnections: true,
    clientErrorHandler: refuseUnreadable(config),
    // The hooks say so, with all that every answer says.
    http: {
      requireHostHeader: false,
      // Any other offer to speak another protocol is ignored, and the request answered as it is.
      shouldUpgradeCallback: ({ url }) => url?.startsWith('/socket.io/') ?? false,
    },
    ...(config.trustedProxies.length > 0 && { trustProxy: [...config.trustedProxies] }),
  });

/** The whole product behind HTTP and sockets, not listening yet. It projects and reacts only once told to. */
export const createApi = async (config: Config, adapter = httpAdapter(config)): Promise<NestFastifyApplication> => {
  const api = await NestFactory.create<NestFastifyApplication>(ApiModule.forRoot(config), adapter, {
    logger: levelsOf(config),
    rawBody: true,
    abortOnError: false,
    // Once requests in progress are answered. Fastify's own way waits without end for connections that ask nothing.
    forceCloseConnections: true,
  });
  takeEmptyJson(api);
  ignoreContentTypes(api.getHttpAdapter().getInstance());
  hookRequests(api);
  turnAwayCrowds(api);
  answerOtherPorts(api);
  api.useWebSocketAdapter(new IoAdapter(api));
  documentRoutes(api);
  await serveFrontend(api);
  try {
    await api.init();
    guardAnswers(api);
    return api;
  } catch (error) {
    await api.close();
    throw error;
  }
};

/** The raw bytes stay beside what they say: signatures are over bytes. */
const takeEmptyJson = (api: NestFastifyApplication): void => {
  const json = api.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
  // auth-js sends its DELETE and logout POST as JSON with no body at all.
  api.useBodyParser('application/json', {}, (request, body, done) =>
    body.length === 0 ? done(null) : json(request as never, body as never, done),
  );
};
