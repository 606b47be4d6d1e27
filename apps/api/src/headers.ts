import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import { Config, projectFolder } from '#platform/config';

/** Browser features that our pages do not use and may not use. Passkeys are allowed below. */
const disabledFeatures = [
  ...['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'],
  ...['accelerometer', 'gyroscope', 'magnetometer', 'browsing-topics', 'idle-detection', 'screen-wake-lock'],
].map((name) => `${name}=()`);
const permissionsPolicy = [
  ...disabledFeatures,
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
].join(', ');

const year = 31_536_000;

/**
 * The source that allows the script in the documents of the frontend: its hash. No other script in a document runs. The
 * build wrote the same script into every document. The API must be started again after a build with another script.
 */
const startScriptSource = (): readonly string[] => {
  const document = join(projectFolder(), 'dist/frontend/index.html');
  // The API also works without the frontend.
  const html = existsSync(document) ? readFileSync(document, 'utf8') : '';
  const [, script] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
  return script === undefined ? [] : [`'sha256-${createHash('sha256').update(script).digest('base64')}'`];
};

const securityHeaders = (overHttps: boolean) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': [`'none'`],
        'script-src': [`'self'`, ...startScriptSource()],
        'script-src-attr': [`'none'`],
        // The component library writes its styles while it runs.
        'style-src': [`'self'`, `'unsafe-inline'`],
        'img-src': [`'self'`, 'blob:', 'data:'],
        'media-src': [`'self'`, 'blob:'],
        'font-src': [`'self'`],
        // 'self' includes the site's own WebSockets.
        'connect-src': [`'self'`],
        'manifest-src': [`'self'`],
        'form-action': [`'self'`],
        'frame-ancestors': [`'none'`],
        'base-uri': [`'none'`],
        'object-src': [`'none'`],
      },
    },
    // A checkout opens in a separate tab and returns to this one.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // A site that is served over plain HTTP must not send this header.
    strictTransportSecurity: overHttps && { maxAge: year, includeSubDomains: true },
  });

/**
 * Adds the security headers to every response, including errors, files and the socket's handshake. A route can replace
 * them with stricter ones. By default nothing may be cached, because responses can contain personal data; a route whose
 * response may be cached sets its own Cache-Control. Call this after the sockets were attached and before the server
 * listens. `secretPaths` are those of all modules.
 */
export const addSecurityHeaders = (api: NestFastifyApplication, secretPaths: readonly string[]): void => {
  const writeHeaders = headerWriter(api.get(Config), secretPaths);
  const server = api.getHttpServer();
  server.prependListener('request', writeHeaders);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    writeHeaders(request, response);
    response.writeHead(417).end();
  });
};

type SiteConfig = Pick<Config, 'publicUrl'>;

/** The headers are the same for every response, so they are made once. */
const headerWriter = ({ publicUrl }: SiteConfig, secretPaths: readonly string[] = []) => {
  const sample = unsentResponse();
  securityHeaders(publicUrl.startsWith('https:'))(sample.req, sample, () => undefined);
  sample.setHeader('Permissions-Policy', permissionsPolicy);
  sample.setHeader('Cache-Control', 'no-store');
  const headers = Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return (request: IncomingMessage, response: ServerResponse): void => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (secretPaths.some((path) => request.url?.startsWith(path))) {
      response.setHeader('Referrer-Policy', 'no-referrer');
      response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    }
  };
};

const unsentResponse = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));

type UnreadableInput = Error & { readonly code?: string };
const knownErrors: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too-large', 'The request headers are too large'],
};
const notHttp = ['400 Bad Request', 'invalid', 'This is not a valid HTTP request'] as const;

/**
 * Input that is not valid HTTP never becomes a request, so the response is written to the socket directly, with the
 * same headers.
 */
export const refuseUnreadable = (site: SiteConfig) => {
  const response = unsentResponse();
  headerWriter(site)(response.req, response);
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${value}`);
  return ({ code: fault = '' }: UnreadableInput, socket: Socket): void => {
    const [status, code, message] = knownErrors[fault] ?? notHttp;
    const body = JSON.stringify({ code, message });
    const head = [`HTTP/1.1 ${status}`, ...headers, 'content-type: application/json; charset=utf-8'];
    const lastLines = [`content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', body];
    if (fault === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end([...head, ...lastLines].join('\r\n'), () => socket.destroy());
  };
};
