import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '#platform/config';
import { type Letter, LetterRefused, Mail } from './mail.ts';

/** In milliseconds. A reaction waits for this, no request does. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Hands mail to the server of SMTP_URL, over connections that stay open. */
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
      // A password goes over an encrypted connection, or not at all; within one machine there is nobody to listen.
      requireTLS: auth !== undefined && !isLoopback(hostname),
      ...(auth && { auth }),
      ...patience,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  override async send({ id, to, subject, text, html }: Letter): Promise<void> {
    try {
      await this.#transport.sendMail({
        // The same letter handed over twice has one id, so that a mailbox can tell.
        messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 40)}@${this.#host}>`,
        from: this.#from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw isFinal(error) ? new LetterRefused(reasonOf(error)) : new Error(reasonOf(error));
    }
  }

  /** Nothing is kept here. */
  override async forget(): Promise<void> {}

  onApplicationShutdown(): void {
    this.#transport.close();
  }
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

type Failure = { readonly code?: string; readonly responseCode?: number };

/** What a server says often repeats the address, and reasons are logged and kept. */
const reasonOf = (error: unknown): string => {
  const { code = 'unknown', responseCode } = (error ?? {}) as Failure;
  return `The mail server did not take the letter: ${[code, responseCode].filter(Boolean).join(' ')}`;
};

/** A 5xx about this address or these contents; a wrong password or a full disk may be mended. */
const isFinal = (error: unknown): boolean => {
  const { code, responseCode = 0 } = (error ?? {}) as Failure;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
};
