import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import { Config } from '#platform';

/** What no page of ours asks a browser for; passkeys are the exception. */
const features = [
  ...['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'],
  ...['accelerometer', 'gyroscope', 'magnetometer', 'browsing-topics', 'idle-detection', 'screen-wake-lock'],
].map((name) => `${name}=()`);
const permissions = [...features, 'publickey-credentials-get=(self)', 'publickey-credentials-create=(self)'].join(', ');

const year = 31_536_000;

const guards = (overHttps: boolean) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': [`'none'`],
        'script-src': [`'self'`],
        'script-src-attr': [`'none'`],
        // The component library writes its styles while it runs.
        'style-src': [`'self'`, `'unsafe-inline'`],
        'img-src': [`'self'`, 'blob:', 'data:'],
        'font-src': [`'self'`],
        // The site's own sockets are 'self', too.
        'connect-src': [`'self'`],
        'manifest-src': [`'self'`],
        'form-action': [`'self'`],
        'frame-ancestors': [`'none'`],
        'base-uri': [`'none'`],
        'object-src': [`'none'`],
      },
    },
    // A checkout opens in a tab of its own and comes back to this one.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // Whoever is reached over plain HTTP may not promise anything else.
    strictTransportSecurity: overHttps && { maxAge: year, includeSubDomains: true },
  });

/**
 * What browsers may do with our pages, on every answer: errors, files and the socket's handshake included. A page with
 * stricter rules of its own says so itself. Before anything listens, and after sockets were attached.
 */
export const guardAnswers = (api: NestFastifyApplication): void => {
  const guard = guards(api.get(Config).publicUrl.startsWith('https:'));
  api.getHttpServer().prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    guard(request, response, () => undefined);
    response.setHeader('Permissions-Policy', permissions);
  });
};

/** What somebody may see is theirs: no cache keeps it. Screens and files say for how long they may be kept. */
export const keepFromCaches = (api: NestFastifyApplication): void => {
  api
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', async (_, reply) => {
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    });
};
