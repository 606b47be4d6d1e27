import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import { Config } from '#platform/config';

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
 * stricter rules of its own says so itself, and so does what a cache may keep: what somebody may see is theirs. Before
 * anything listens, and after sockets were attached.
 */
export const guardAnswers = (api: NestFastifyApplication): void => {
  const guard = guarding(api.get(Config));
  const server = api.getHttpServer();
  server.prependListener('request', guard);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    guard(request, response);
    response.writeHead(417).end();
  });
};

type Reached = Pick<Config, 'publicUrl'>;

const guarding = ({ publicUrl }: Reached) => {
  const guard = guards(publicUrl.startsWith('https:'));
  return (request: IncomingMessage, response: ServerResponse): void => {
    guard(request, response, () => undefined);
    response.setHeader('Permissions-Policy', permissions);
    response.setHeader('Cache-Control', 'no-store');
  };
};

type Unreadable = Error & { readonly code?: string };
const unreadable: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid', 'That request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too-large', 'That request has too much in its headers'],
};
const noHttp = ['400 Bad Request', 'invalid', 'That is no request of HTTP'] as const;

/** What cannot be read as HTTP never becomes a request: it is answered on the wire, under the same guards. */
export const refuseUnreadable = (site: Reached) => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  guarding(site)(request, response);
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${value}`);
  return ({ code: fault = '' }: Unreadable, socket: Socket): void => {
    const [status, code, message] = unreadable[fault] ?? noHttp;
    const body = JSON.stringify({ code, message });
    const head = [`HTTP/1.1 ${status}`, ...headers, 'content-type: application/json; charset=utf-8'];
    const rest = [`content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', body];
    if (fault === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end([...head, ...rest].join('\r\n'), () => socket.destroy());
  };
};
