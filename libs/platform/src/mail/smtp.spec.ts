import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type ArrivedMail, mailSuite, testMail } from './mail.suite.ts';
import { MailRefused } from './mail.ts';
import { SmtpMail } from './smtp.ts';

type Delivery = {
  readonly to: readonly string[];
  readonly raw: string;
  readonly user: unknown;
  readonly secure: boolean;
};

/** A mail server on this machine that records what it receives. */
const listen = async (options: SMTPServerOptions = {}) => {
  const deliveries: Delivery[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        deliveries.push({
          to,
          raw: Buffer.concat(chunks).toString('latin1'),
          user: session.user,
          secure: session.secure,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((done) => server.close(() => done()));
  return { taken: deliveries, port, stop };
};

/** Decodes the text of a header or of a part. */
const headerIn = (head: string, name: string): string => {
  const [, value = ''] = new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head.replaceAll(/\r\n[ \t]+/g, ' ')) ?? [];
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, how: string, text: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : unquote(text.replaceAll('_', ' ')),
    );
};
const unquote = (text: string): string =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
const decode = (part: string): string => {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const encoding = headerIn(head, 'Content-Transfer-Encoding');
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? unquote(body)
        : body;
  return text.replaceAll('\r\n', '\n');
};
const partsOf = ({ to, raw }: Delivery): ArrivedMail => {
  const [head = ''] = raw.split('\r\n\r\n');
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(head.replaceAll(/\r\n[ \t]+/g, ' ')) ?? [];
  const [, text = '', html = ''] = raw.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, ''));
  return { to: to[0] ?? '', subject: headerIn(head, 'Subject'), text: decode(text), html: decode(html) };
};

const sender = 'Festoon <hello@festoon.example>';
const smtpAt = (port: number, credentials = '') =>
  new SmtpMail({ smtpUrl: `smtp://${credentials}127.0.0.1:${port}`, mailFrom: sender });

mailSuite('smtp', async () => {
  const { taken, port, stop } = await listen();
  const mail = smtpAt(port);
  const close = async () => {
    mail.onApplicationShutdown();
    await stop();
  };
  const mailsTo = async (to: string) => taken.filter((delivery) => delivery.to.includes(to)).map(partsOf);
  return { mail, arrived: mailsTo, close };
});

describe('a mail server', () => {
  let server: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    server = await listen({
      onAuth({ username, password }, _session, done) {
        if (username === 'fest@oon' && password === 'p:w/d') done(null, { user: username });
        else done(Object.assign(new Error('Wrong password'), { responseCode: 535 }));
      },
      onRcptTo({ address }, _session, done) {
        const code = { 'nobody@example.com': 550, 'later@example.com': 451 }[address];
        done(code ? Object.assign(new Error('Not now, or never'), { responseCode: code }) : null);
      },
    });
  });
  afterAll(() => server.stop());
  const deliveryOf = async (to: string, credentials?: string, unsubscribeUrl?: string) => {
    const mail = smtpAt(server.port, credentials);
    try {
      await mail.send(testMail(to, { id: 'mail-1', ...(unsubscribeUrl && { unsubscribeUrl }) }));
    } finally {
      mail.onApplicationShutdown();
    }
    return server.taken.at(-1);
  };

  test('gets the sender, Auto-Submitted and a stable Message-ID', async () => {
    const first = await deliveryOf('ann@example.com');
    const secondDelivery = await deliveryOf('ann@example.com');
    const ids = [first, secondDelivery].map((delivery) => headerIn(delivery?.raw ?? '', 'Message-ID'));
    expect(headerIn(first?.raw ?? '', 'From')).toBe(sender);
    expect(headerIn(first?.raw ?? '', 'Auto-Submitted')).toBe('auto-generated');
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@festoon\.example>$/);
    expect(ids[0]).toBe(ids[1]);
  });

  test('gets the one-click headers of mails that the recipient can refuse', async () => {
    const url = `https://festoon.example/api/v1/unsubscribe/${'t'.repeat(120)}`;
    const [withLink, without] = [
      await deliveryOf('ann@example.com', undefined, url),
      await deliveryOf('ann@example.com'),
    ];
    expect(headerIn(withLink?.raw ?? '', 'List-Unsubscribe')).toBe(`<${url}>`);
    expect(headerIn(withLink?.raw ?? '', 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(without?.raw).not.toContain('List-Unsubscribe');
  });

  test('gets user name and password when the URL has them', async () => {
    expect((await deliveryOf('ann@example.com', 'fest%40oon:p%3Aw%2Fd@'))?.user).toBe('fest@oon');
    await expect(deliveryOf('ann@example.com', 'festoon:wrong@')).rejects.not.toThrow(MailRefused);
  });

  test('refuses a mail permanently only with a permanent error', async () => {
    await expect(deliveryOf('nobody@example.com')).rejects.toThrow(MailRefused);
    const laterMail = deliveryOf('later@example.com');
    await expect(laterMail).rejects.toThrow();
    await expect(laterMail).rejects.not.toThrow(MailRefused);
  });

  test('is not quoted in errors, because its texts repeat the address', async () => {
    for (const to of ['nobody@example.com', 'later@example.com'])
      await expect(deliveryOf(to)).rejects.toThrow(/^The mail server did not accept the mail: [A-Z]+ \d{3}$/);
  });

  test('that is down causes a retryable error', async () => {
    const stoppedServer = await listen();
    await stoppedServer.stop();
    const mail = smtpAt(stoppedServer.port);
    const sending = mail.send(testMail('ann@example.com'));
    await expect(sending).rejects.toThrow();
    await expect(sending).rejects.not.toThrow(MailRefused);
    mail.onApplicationShutdown();
  });
});

test('a password is never sent to another machine without encryption', async () => {
  const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => done(null, { user: 'x' });
  const { port, taken, stop } = await listen({ onAuth });
  // A name of this machine that does not look like one.
  const mail = new SmtpMail({ smtpUrl: `smtp://user:secret@127.1:${port}`, mailFrom: sender });
  await expect(mail.send(testMail('ann@example.com'))).rejects.toThrow();
  expect(taken).toEqual([]);
  mail.onApplicationShutdown();
  await stop();
});
