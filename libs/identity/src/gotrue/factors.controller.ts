import {
  Body,
  Controller,
  Delete,
  Header,
  HttpCode,
  NotFoundException,
  Param,
  Post,
  Req,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { Public, Site } from '#platform/http';
import { ChallengeFactor, EnrolFactor, noFactor, type Proof, RemoveFactor, VerifyFactor } from '../factors/index.ts';
import { Limited, WithinLimits } from '../limits/index.ts';
import { Accounts } from '../users/index.ts';
import { type AuthRequest, ByBearer, callerOf, deviceOf } from './auth.guards.ts';
import { challengeView, enrolledView } from './factors.views.ts';
import { parseBody } from './gotrue.bodies.ts';
import { AuthError, validationError } from './gotrue.errors.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { sessionView } from './gotrue.views.ts';
import { SessionHeaders } from './session.headers.ts';

const maxNameLength = 100;
const text = z.string().nullish();
const enrolBody = z.object({ factor_type: text, friendly_name: text, issuer: text });
const passkey = z.object({ type: text, credential_response: z.unknown().optional() }).nullish();
const verifyBody = z.object({ challenge_id: text, code: text, webauthn: passkey });

/** Second factors in GoTrue's protocol. */
@Public()
@Controller('auth/v1/factors')
@UseFilters(AuthErrorsFilter)
@UseGuards(WithinLimits, ByBearer)
@UseInterceptors(SessionHeaders)
export class FactorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly site: Site,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async enrol(@Body() body: unknown, @Req() request: AuthRequest) {
    const caller = callerOf(request);
    const { factor_type: kind, friendly_name, issuer } = parseBody(enrolBody, body);
    const name = friendly_name ?? '';
    if (kind === 'phone') throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
    if (kind !== 'totp' && kind !== 'webauthn')
      throw validationError('factor_type needs to be totp, phone, or webauthn');
    if (name.length > maxNameLength || (issuer?.length ?? 0) > maxNameLength)
      throw validationError(`A name can have at most ${maxNameLength} characters`);
    const enrolledFactor = await this.commands.execute(new EnrolFactor(caller, kind, name));
    const account = await this.accounts.byId(caller.userId);
    return enrolledView(enrolledFactor, issuer || new URL(this.site.url).host, account?.email ?? '');
  }

  @Post(':id/challenge')
  @Limited('factor')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async challenge(@Param('id') id: string, @Req() request: AuthRequest) {
    const { ip } = deviceOf(request);
    return challengeView(await this.commands.execute(new ChallengeFactor(callerOf(request), factorId(id), ip)));
  }

  @Post(':id/verify')
  @Limited('factor')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async verify(@Param('id') id: string, @Body() body: unknown, @Req() request: AuthRequest) {
    const caller = callerOf(request);
    const requestedId = factorId(id);
    const { challenge_id: challenge, ...given } = parseBody(verifyBody, body);
    const account = await this.accounts.byId(caller.userId);
    const kind = account?.factors.find((each) => each.id === requestedId)?.kind;
    if (!kind) throw noFactor();
    if (!z.uuid().safeParse(challenge).success) throw validationError('challenge_id must be an UUID');
    const proof = kind === 'totp' ? codeIn(given) : passkeyIn(given);
    const { ip } = deviceOf(request);
    return sessionView(await this.commands.execute(new VerifyFactor(caller, requestedId, challenge ?? '', proof, ip)));
  }

  @Delete(':id')
  @Header('Cache-Control', 'no-store')
  async remove(@Param('id') id: string, @Req() request: AuthRequest) {
    await this.commands.execute(new RemoveFactor(callerOf(request), factorId(id)));
    return { id };
  }
}

/** `recovery-codes` is a GoTrue endpoint that this server does not support, not a factor id. */
const factorId = (id: string): string => {
  if (id === 'recovery-codes') throw new NotFoundException();
  if (!z.uuid().safeParse(id).success) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  return id;
};

type VerifyBody = Omit<z.infer<typeof verifyBody>, 'challenge_id'>;

const codeIn = ({ code }: VerifyBody): Proof => {
  if (!code) throw validationError('Code needs to be non-empty');
  return { code };
};

const passkeyIn = ({ webauthn }: VerifyBody): Proof => {
  if (!webauthn) throw validationError('WebAuthn config required');
  const { type, credential_response: response } = webauthn;
  if (type !== 'create' && type !== 'request') throw validationError('WebAuthn type must be create or request');
  if (!response) throw validationError('credential_response required');
  return { passkey: { type, response } };
};
