import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { MailModule } from '#platform/mail';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { accessTokensProviders, keyring } from './access-tokens/index.ts';
import { accountsProviders, ErasureReactions } from './accounts/index.ts';
import { Clock } from './clock/index.ts';
import { factor, factorsProviders } from './factors/index.ts';
import { AuthErrorsFilter, gotrueControllers, gotrueProviders } from './gotrue/index.ts';
import { IdentityQueries } from './identity.queries.ts';
import { AuthLimits } from './limits/index.ts';
import { MailReactions, mailsProviders } from './mails/index.ts';
import { FlowStates, OneTimeTokens } from './one-time-tokens/index.ts';
import { linkedIdentity, openidProviders } from './openid/index.ts';
import { operatorsProviders } from './operators/index.ts';
import { PasswordHasher } from './passwords/index.ts';
import { BearerStrategy, OwnSessions, Sessions, sessionsControllers, sessionsProviders } from './sessions/index.ts';
import { Accounts, Addresses, user, userRows, users } from './users/index.ts';

const exported = [IdentityQueries, OwnSessions, Sessions, BearerStrategy, AuthErrorsFilter];

@Module({
  imports: [MikroOrmModule.forFeature([userRows]), MailModule],
  controllers: [...sessionsControllers, ...gotrueControllers],
  providers: [
    Clock,
    IdentityQueries,
    Accounts,
    Addresses,
    PasswordHasher,
    AuthLimits,
    OneTimeTokens,
    FlowStates,
    ...accessTokensProviders,
    ...sessionsProviders,
    ...accountsProviders,
    ...factorsProviders,
    ...openidProviders,
    ...mailsProviders,
    ...operatorsProviders,
    ...gotrueProviders,
  ],
  exports: exported,
})
export class IdentityModule {
  constructor(
    store: EventStore,
    projector: Projector,
    reactor: Reactor,
    mails: MailReactions,
    erasure: ErasureReactions,
  ) {
    for (const each of [user, factor, linkedIdentity, keyring]) store.register(each);
    projector.add(users, userRows);
    reactor.add(erasure.finishErasure);
    for (const reaction of mails.all) reactor.add(reaction);
  }
}
