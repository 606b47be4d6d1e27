import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '#platform/config';
import { Mail, MailRefused, type OutgoingMail } from './mail.ts';

/** The time limits of a connection, in milliseconds. Only reactions wait for mails, never requests. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends mail through the server at SMTP_URL, over pooled connections. */
@Injectable()
export class SmtpMail extends Mail implements OnApplicationShutdown {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #host: string;

  constructor({ smtpUrl = '', mailFrom = '' }: Pick<Config, 'smtpUrl' | 'mailFrom'>) {
    super();
    const { protocol, hostname, port, username, password } = new URL(smtpUrl);
    const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined;
    this.#from = mailFrom;
    this.#host = /@([^@>]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
    this.#transport = createTransport({
      pool: true,
      maxConnections: 2,
      host: hostname.replace(/^\[|\]$/g, ''),
      ...(port && { port: Number(port) }),
      secure: protocol === 'smtps:',
      // A password is only sent over an encrypted connection, except within this machine.
      requireTLS: auth !== undefined && !isLoopback(hostname),
      ...(auth && { auth }),
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  override async send({ id, to, subject, text, html, unsubscribeUrl }: OutgoingMail): Promise<void> {
    try {
      await this.#transport.sendMail({
        // A mail that is sent twice has the same Message-ID, so that mail programs show it once.
        messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 40)}@${this.#host}>`,
        from: this.#from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== undefined && oneClickHeaders(unsubscribeUrl)),
        },
      });
    } catch (error) {
      throw isFinal(error) ? new MailRefused(reasonOf(error)) : new Error(reasonOf(error));
    }
  }

  /** There are no mails to delete: this engine stores none. */
  override async deleteMailsOf(): Promise<void> {}

  onApplicationShutdown(): void {
    this.#transport.close();
  }
}

/** With these headers mail programs show their own button, which unsubscribes without opening a page (RFC 8058). */
const oneClickHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

type Failure = { readonly code?: string; readonly responseCode?: number };

/**
 * The reason contains no text of the server, which often repeats the address, because reasons are logged and stored.
 */
const reasonOf = (error: unknown): string => {
  const { code = 'unknown', responseCode } = (error ?? {}) as Failure;
  return `The mail server did not accept the mail: ${[code, responseCode].filter(Boolean).join(' ')}`;
};

/**
 * A 5xx about this address or content is final. A wrong password or a full disk can be repaired, so those are retried.
 */
const isFinal = (error: unknown): boolean => {
  const { code, responseCode = 0 } = (error ?? {}) as Failure;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
};
