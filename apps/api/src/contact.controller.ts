import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Config } from '#platform/config';
import { Public, Returns } from '#platform/http';

/** Null if the site sends no mails. */
const contact = z.object({ email: z.email().nullable() });

/** Where the people who run the site can be reached: the address that its mails come from. */
@Public()
@Controller('api/v1/contact')
export class ContactController {
  constructor(private readonly config: Config) {}

  @Get()
  @Returns(contact)
  read(): z.output<typeof contact> {
    return { email: /[^\s<>]+@[^\s<>]+/.exec(this.config.mailFrom ?? '')?.[0] ?? null };
  }
}
