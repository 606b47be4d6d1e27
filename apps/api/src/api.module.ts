import { BadRequestException, type DynamicModule, Module, StandardSchemaValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { z } from 'zod';
import { ignoreContentTypes } from '#identity';
import { acceptOneClickForms } from '#notifications';
import { type Config } from '#platform/config';
import { levelsOf } from '#platform/logging';
import { productImports } from '#platform/module';
import { acceptUploadBodies } from '#platform/uploads';
import { modules } from '../../modules.ts';
import { AccountArchive } from './account-archive.ts';
import { arrivalTimes, limitArrivalTimes } from './arrival-times.ts';
import { Audiences } from './audiences.ts';
import { compressResponses } from './compression.ts';
import { ContactController } from './contact.controller.ts';
import { allowOtherPorts } from './cross-origin.ts';
import { DashboardController } from './dashboard.controller.ts';
import { documentRoutes } from './documents.ts';
import { serveFrontend } from './frontend.ts';
import { GracefulShutdown } from './graceful.shutdown.ts';
import { addSecurityHeaders, refuseUnreadable } from './headers.ts';
import { HealthController } from './health.controller.ts';
import { serializeRepliesInParts } from './json-parts.ts';
import { LandingFigures } from './landing-figures.ts';
import { shedLoad } from './load-shedding.ts';
import { MeController } from './me.controller.ts';
import { NotFoundController } from './not-found.controller.ts';
import { OneRequestPerKey } from './one-request-per-key.interceptor.ts';
import { PageRenderer } from './page-renderer.ts';
import { PublicReads } from './public-reads.ts';
import { ReadYourWrites } from './read-your-writes.interceptor.ts';
import { RealtimeGateway } from './realtime.gateway.ts';
import { RefusalsFilter } from './refusals.filter.ts';
import { addRequestHooks, measureRequests, refuseAddress, traceRequests } from './request.hooks.ts';
import { RequestLimits } from './request.limits.ts';
import { SearchEnginesController } from './search-engines.controller.ts';
import { SessionGuard } from './session.guard.ts';
import { logBrokenStreams } from './streamed-responses.ts';
import { validationText } from './validation-texts.ts';

const validationPipe = new StandardSchemaValidationPipe({
  exceptionFactory: (issues) =>
    new BadRequestException({
      code: 'invalid',
      message: issues[0]?.message ?? 'The request is invalid',
      issues: issues.map(({ path, message }) => ({ path: path?.map(String).join('.') ?? '', message })),
    }),
});

@Module({})
export class ApiModule {
  static forRoot(config: Config): DynamicModule {
    z.config({ localeError: validationText });
    return {
      module: ApiModule,
      imports: productImports(config, modules),
      controllers: [
        MeController,
        DashboardController,
        ContactController,
        SearchEnginesController,
        NotFoundController,
        HealthController,
      ],
      providers: [
        AccountArchive,
        Audiences,
        GracefulShutdown,
        LandingFigures,
        PageRenderer,
        PublicReads,
        RealtimeGateway,
        RequestLimits,
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_PIPE, useValue: validationPipe },
        { provide: APP_INTERCEPTOR, useExisting: RequestLimits },
        { provide: APP_INTERCEPTOR, useClass: OneRequestPerKey },
        { provide: APP_INTERCEPTOR, useClass: ReadYourWrites },
        { provide: APP_FILTER, useClass: RefusalsFilter },
      ],
    };
  }
}

/** The HTTP adapter, without routes. The last trusted proxy determines the address that a request came from. */
export const httpAdapter = (config: Pick<Config, 'trustedProxies' | 'publicUrl'>): FastifyAdapter =>
  new FastifyAdapter({
    bodyLimit: 1_048_576,
    // Most requests have less time, see limitArrivalTimes.
    requestTimeout: arrivalTimes.upload,
    forceCloseConnections: true,
    clientErrorHandler: refuseUnreadable(config),
    frameworkErrors: refuseAddress,
    // The request hooks refuse a missing Host header themselves, so that the response has the usual headers and body.
    http: {
      requireHostHeader: false,
      // Any other upgrade request is handled as a normal HTTP request.
      shouldUpgradeCallback: ({ url }) => url?.startsWith('/socket.io/') ?? false,
    },
    ...(config.trustedProxies.length > 0 && { trustProxy: [...config.trustedProxies] }),
  });

/** The whole product with HTTP and sockets. It does not listen, project or react until the caller starts that. */
export const createApi = async (config: Config, adapter = httpAdapter(config)): Promise<NestFastifyApplication> => {
  const api = await NestFactory.create<NestFastifyApplication>(ApiModule.forRoot(config), adapter, {
    logger: levelsOf(config),
    rawBody: true,
    abortOnError: false,
    // GracefulShutdown first completes the requests in progress. Fastify's default would wait forever for idle
    // connections.
    forceCloseConnections: true,
  });
  logBrokenStreams(api);
  await compressResponses(api);
  serializeRepliesInParts(api);
  acceptEmptyJson(api);
  acceptUploadBodies(api);
  ignoreContentTypes(api.getHttpAdapter().getInstance());
  acceptOneClickForms(api.getHttpAdapter().getInstance());
  addRequestHooks(api);
  traceRequests(api);
  measureRequests(api);
  shedLoad(api);
  allowOtherPorts(api);
  api.useWebSocketAdapter(new IoAdapter(api));
  documentRoutes(api);
  await serveFrontend(api);
  try {
    await api.init();
    addSecurityHeaders(
      api,
      modules.flatMap(({ secretPaths = [] }) => secretPaths),
    );
    limitArrivalTimes(api.getHttpServer());
    return api;
  } catch (error) {
    await api.close();
    throw error;
  }
};

/** Accepts an empty JSON body. The raw bytes are kept next to the parsed body because signatures cover the bytes. */
const acceptEmptyJson = (api: NestFastifyApplication): void => {
  const parseJson = api.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
  // auth-js sends its DELETE and logout POST with a JSON content type and an empty body.
  api.useBodyParser('application/json', {}, (request, body, done) =>
    body.length === 0 ? done(null) : parseJson(request as never, body as never, done),
  );
};
