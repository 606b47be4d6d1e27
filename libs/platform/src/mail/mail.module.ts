import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { PlainPagesModule } from '#platform/http';
import { Database } from '#platform/postgres';
import { Mail } from './mail.ts';
import { MailboxController } from './mailbox.controller.ts';
import { Mailbox } from './mailbox.ts';
import { SmtpMail } from './smtp.ts';

/** Sends mail through SMTP_URL if it is set, and stores it in the mailbox otherwise. */
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
