import { Module } from '@nestjs/common';
import { Config } from '../config.ts';
import { PlainPagesModule } from '../http/plain-pages.module.ts';
import { Database } from '../postgres/database.ts';
import { Mail } from './mail.ts';
import { MailboxController } from './mailbox.controller.ts';
import { Mailbox } from './mailbox.ts';
import { SmtpMail } from './smtp.ts';

/** Mail goes to SMTP_URL, or stays in the mailbox. */
@Module({
  imports: [PlainPagesModule],
  controllers: [MailboxController],
  providers: [
    {
      provide: Mail,
      inject: [Config, Database],
      useFactory: (config: Config, database: Database) =>
        config.smtpUrl ? new SmtpMail(config) : new Mailbox(database),
    },
  ],
  exports: [Mail],
})
export class MailModule {}
