import { Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { Config } from '#platform/config';
import { Public, plainPageHeaders, type Reply } from '#platform/http';
import { Mail } from './mail.ts';
import { framedLetter, letterPage, mailboxPage } from './mailbox.page.ts';
import { type Reader, readableBy } from './mailbox.readers.ts';
import { type KeptLetter, Mailbox } from './mailbox.ts';

/** A frame that runs nothing, loads nothing, and whose links open elsewhere. */
const frameHeaders = {
  ...plainPageHeaders,
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};
const notices = {
  demo: 'Demo: mails stay here instead of being sent, and whoever reaches this site can read them.',
  own: 'No mail server is set, so mails stay here. Only this machine can read them.',
};

/** The mails that were kept instead of being sent. Where a mail server is set there is no such page. */
@Public()
@Controller('mailbox')
export class MailboxController {
  constructor(
    private readonly mail: Mail,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Req() request: Reader, @Res({ passthrough: true }) reply: Reply): Promise<string> {
    const letters = await this.#openedBy(request).letters();
    reply.headers(plainPageHeaders);
    return mailboxPage(letters, this.#notice);
  }

  @Get(':number')
  async show(@Param('number') number: string, @Req() request: Reader, @Res({ passthrough: true }) reply: Reply) {
    const letter = await this.#letter(request, number);
    reply.headers(plainPageHeaders);
    return letterPage(letter, this.#notice);
  }

  @Get(':number/html')
  async html(@Param('number') number: string, @Req() request: Reader, @Res({ passthrough: true }) reply: Reply) {
    const letter = await this.#letter(request, number);
    reply.headers(frameHeaders);
    return framedLetter(letter);
  }

  async #letter(request: Reader, number: string): Promise<KeptLetter> {
    const letter = await this.#openedBy(request).letter(number);
    if (!letter) throw new NotFoundException();
    return letter;
  }

  /** For those who may not read it, it is not there. */
  #openedBy(request: Reader): Mailbox {
    if (!(this.mail instanceof Mailbox && readableBy(request, this.config))) throw new NotFoundException();
    return this.mail;
  }

  get #notice(): string {
    return this.config.demo ? notices.demo : notices.own;
  }
}
