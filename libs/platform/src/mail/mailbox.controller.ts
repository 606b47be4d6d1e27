import { Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { Config } from '#platform/config';
import { Public, plainPageHeaders, type Reply } from '#platform/http';
import { Mail } from './mail.ts';
import { isReadableBy, type MailboxRequest } from './mailbox.access.ts';
import { framedMail, mailboxPage, mailPage } from './mailbox.page.ts';
import { Mailbox, type StoredMail } from './mailbox.ts';

/** The headers of a frame that runs and loads nothing, and whose links open in another tab. */
const frameHeaders = {
  ...plainPageHeaders,
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};
const notices = {
  demo: 'Demo: emails are stored here instead of being sent. Everyone who can open this site can read them.',
  own: 'No mail server is configured, so emails are stored here. They can be read only on this machine.',
};

/** The development page that shows the mails in the mailbox. It does not exist when a mail server is configured. */
@Public()
@Controller('mailbox')
export class MailboxController {
  constructor(
    private readonly mail: Mail,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Req() request: MailboxRequest, @Res({ passthrough: true }) reply: Reply): Promise<string> {
    const mails = await this.#mailboxFor(request).mails();
    reply.headers(plainPageHeaders);
    return mailboxPage(mails, this.#notice);
  }

  @Get(':number')
  async show(
    @Param('number') number: string,
    @Req() request: MailboxRequest,
    @Res({ passthrough: true }) reply: Reply,
  ) {
    const mail = await this.#find(request, number);
    reply.headers(plainPageHeaders);
    return mailPage(mail, this.#notice);
  }

  @Get(':number/html')
  async html(
    @Param('number') number: string,
    @Req() request: MailboxRequest,
    @Res({ passthrough: true }) reply: Reply,
  ) {
    const mail = await this.#find(request, number);
    reply.headers(frameHeaders);
    return framedMail(mail);
  }

  async #find(request: MailboxRequest, number: string): Promise<StoredMail> {
    const mail = await this.#mailboxFor(request).mail(number);
    if (!mail) throw new NotFoundException();
    return mail;
  }

  /** The mailbox. Throws a 404 for callers who may not read it. */
  #mailboxFor(request: MailboxRequest): Mailbox {
    if (!(this.mail instanceof Mailbox && isReadableBy(request, this.config))) throw new NotFoundException();
    return this.mail;
  }

  get #notice(): string {
    return this.config.demo ? notices.demo : notices.own;
  }
}
