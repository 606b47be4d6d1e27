import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** What browsers may do with our pages. On every answer, errors included. */
export const secureHeaders = async (api: NestFastifyApplication): Promise<void> => {
  await api.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': [`'none'`],
        'script-src': [`'self'`],
        // The component library writes its styles while it runs.
        'style-src': [`'self'`, `'unsafe-inline'`],
        'img-src': [`'self'`, 'blob:', 'data:'],
        'font-src': [`'self'`],
        'connect-src': [`'self'`, 'ws:', 'wss:'],
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
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  });
  // What somebody may see is theirs: no cache keeps it. Screens and files say for how long they may be kept.
  api
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', async (_, reply) => {
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    });
};
