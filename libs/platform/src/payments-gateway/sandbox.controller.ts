import { Controller, ForbiddenException, Get, Header, Headers, Param, Post, Redirect, Res } from '@nestjs/common';
import { Public, plainPageHeaders, type Reply } from '#platform/http';
import { sessionPlaceholder } from './payments-gateway.ts';
import { sandboxPage, unknownPage } from './sandbox.page.ts';
import { sandboxStyle } from './sandbox.style.ts';
import { type SandboxAction, type SandboxCheckout, SandboxCheckouts, sandboxActions } from './sandbox-checkouts.ts';

/** The sandbox's checkout page. As with any provider, anyone with the session's id can pay. */
@Public()
@Controller('sandbox')
export class SandboxController {
  constructor(private readonly checkouts: SandboxCheckouts) {}

  @Get('style.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  style(): string {
    return sandboxStyle();
  }

  @Get('checkout/:id')
  async page(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: Reply & { status(code: number): unknown },
  ): Promise<string> {
    const checkout = await this.checkouts.find(id);
    reply.headers(plainPageHeaders);
    if (!checkout) reply.status(404);
    return checkout ? sandboxPage(checkout, successUrl(checkout)) : unknownPage;
  }

  @Post('checkout/:id/:action')
  @Redirect()
  async act(
    @Param('id') id: string,
    @Param('action') action: string,
    @Headers('sec-fetch-site') from: string | undefined,
  ): Promise<{ url: string; statusCode: number }> {
    if (from === 'cross-site') throw new ForbiddenException();
    const checkout = isAction(action) ? await this.checkouts.act(id, action) : undefined;
    return { url: checkout ? redirectAfter(checkout) : `/sandbox/checkout/${encodeURIComponent(id)}`, statusCode: 303 };
  }
}

const isAction = (name: string): name is SandboxAction => Object.hasOwn(sandboxActions, name);

/** The address for the redirect. A declined payment is shown on the checkout page itself. */
const redirectAfter = (checkout: SandboxCheckout): string => {
  if (checkout.status === 'paid') return successUrl(checkout);
  if (checkout.status === 'cancelled') return checkout.cancelUrl;
  return `/sandbox/checkout/${checkout.id}`;
};

const successUrl = ({ id, successUrl: url }: SandboxCheckout): string => url.replace(sessionPlaceholder, id);
