import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Post,
  Query,
  Redirect,
  Req,
  Res,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Refusal } from '#kernel';
import { Public, plainPageHeaders, Site } from '#platform/http';
import { Limited, WithinLimits } from '../limits/index.ts';
import { type PresentedProof, type TokenType, tokenTypes, type VerifiedUser, VerifyToken } from '../mails/index.ts';
import { flowPrefix } from '../one-time-tokens/index.ts';
import { type Grant, StartSession } from '../sessions/index.ts';
import { Anonymously, type AuthRequest, deviceOf } from './auth.guards.ts';
import { parseBody, verifyBody } from './gotrue.bodies.ts';
import { AuthError, validationError } from './gotrue.errors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { asGoTrueError } from './gotrue.refusals.ts';
import { sessionView } from './gotrue.views.ts';
import { linkPage } from './link.page.ts';
import { redirectOf, withFragment } from './redirect.rules.ts';
import { SessionHeaders } from './session.headers.ts';

const pendingMessage = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
/** The OAuth error code for a status, used in redirects. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

type Reply = { headers(values: Readonly<Record<string, string>>): unknown };

/** Accepts the links and codes of mails. */
@Public()
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
@UseGuards(WithinLimits, Anonymously)
@UseInterceptors(SessionHeaders)
export class VerifyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly site: Site,
  ) {}

  /**
   * Mail scanners open the links that they find in mails, so a token is used only after a person presses the button.
   */
  @Get('link')
  page(@Query() query: Readonly<Record<string, unknown>>, @Res({ passthrough: true }) reply: Reply): string {
    reply.headers(plainPageHeaders);
    return linkPage(query);
  }

  @Get('verify')
  @Limited('verify')
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'no-referrer')
  @Redirect()
  async follow(@Query() { type, token }: Readonly<Record<string, unknown>>, @Req() request: AuthRequest) {
    if (!type || typeof type !== 'string') throw validationError('Verify requires a verification type');
    if (!token || typeof token !== 'string') throw validationError('Verify requires a token or a token hash');
    const redirect = redirectOf(this.site.url, request);
    const byCode = token.startsWith(flowPrefix);
    // A HEAD request must have no effect, so it does not use the token.
    if (request.method === 'HEAD') return seeOther(redirect);
    try {
      const verification = await this.#verify(type, { link: token }, byCode, 'Invalid email verification type');
      return seeOther(await this.#destination(redirect, type, verification, byCode, request));
    } catch (error) {
      const gotrueError = error instanceof Refusal ? asGoTrueError(error) : error;
      if (gotrueError instanceof AuthError) return seeOther(failureAddress(redirect, gotrueError, byCode));
      throw error;
    }
  }

  @Post('verify')
  @HttpCode(200)
  @Limited('verify')
  @Header('Cache-Control', 'no-store')
  async verify(@Body() body: unknown, @Req() request: AuthRequest) {
    const { type, presented } = readVerify(body);
    const verification = await this.#verify(type, presented, false, 'Unsupported verification type');
    if (verification === 'pending') return { msg: pendingMessage, code: '200' };
    return sessionView(await this.#session(verification.userId, request));
  }

  #verify(type: string, presented: PresentedProof, byCode: boolean, unsupported: string): Promise<VerifiedUser> {
    if (!isTokenType(type)) throw validationError(unsupported);
    return this.commands.execute(new VerifyToken(type, presented, byCode));
  }

  async #destination(redirect: string, type: string, verified: VerifiedUser, byCode: boolean, request: AuthRequest) {
    if (verified === 'pending') return withFragment(redirect, { message: pendingMessage }, byCode);
    if (verified.authCode) return withQuery(redirect, { code: verified.authCode });
    const session = sessionView(await this.#session(verified.userId, request));
    return withFragment(redirect, {
      access_token: session.access_token,
      expires_at: `${session.expires_at}`,
      expires_in: `${session.expires_in}`,
      refresh_token: session.refresh_token,
      sb: '',
      token_type: session.token_type,
      type,
    });
  }

  #session(userId: string, request: AuthRequest): Promise<Grant> {
    return this.commands.execute(new StartSession(userId, deviceOf(request), 'otp'));
  }
}

const isTokenType = (type: string): type is TokenType => Object.hasOwn(tokenTypes, type);

const readVerify = (body: unknown): { type: string; presented: PresentedProof } => {
  const { type, token, token_hash: link, email, phone } = parseBody(verifyBody, body);
  if (!type) throw validationError('Verify requires a verification type');
  if (!token === !link) throw validationError('Verify requires either a token or a token hash');
  if (link) {
    if (email || phone) throw validationError('Only the token_hash and type should be provided');
    return { type, presented: { link } };
  }
  if (!email === !phone) throw validationError('Only an email address or phone number should be provided on verify');
  // No codes are sent by phone, so a code for a phone number is never valid.
  if (!email) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
  return { type, presented: { address: email, code: (token ?? '').replaceAll(/[\s-]/g, '') } };
};

const seeOther = (url: string) => ({ url, statusCode: 303 });

const withQuery = (redirect: string, facts: Readonly<Record<string, string>>): string => {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  return url.href;
};

const failureAddress = (redirect: string, { status, code, message }: AuthError, inQuery: boolean): string => {
  const error = oauthErrors[status];
  return withFragment(
    redirect,
    { ...(error && { error }), error_code: code, error_description: message, sb: '' },
    inQuery,
  );
};
