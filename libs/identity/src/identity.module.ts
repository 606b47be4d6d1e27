import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { EventStore } from '#platform/event-store';
import { MailModule } from '#platform/mail';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { accountsProviders } from './accounts/accounts.parts.ts';
import { ErasureReactions } from './accounts/erasure.reactions.ts';
import { factor } from './factors/factor.ts';
import { factorsControllers, factorsProviders } from './factors/factors.parts.ts';
import { AuthServiceController } from './gotrue/auth-service.controller.ts';
import { BearerStrategy } from './gotrue/bearer.strategy.ts';
import { AuthErrorsFilter } from './gotrue/gotrue.filter.ts';
import { gotrueControllers, gotrueProviders } from './gotrue/gotrue.parts.ts';
import { Clock } from './identity.clock.ts';
import { users } from './identity.projection.ts';
import { IdentityQueries } from './identity.queries.ts';
import { userRows } from './identity.rows.ts';
import { LetterReactions } from './mails/letters.reactions.ts';
import { mailsControllers, mailsProviders } from './mails/mails.parts.ts';
import { linkedIdentity } from './openid/linked-identity.ts';
import { openidControllers, openidProviders } from './openid/openid.parts.ts';
import { operatorsProviders } from './operators/operators.parts.ts';
import { keyring } from './sessions/keyring.ts';
import { OwnSessions } from './sessions/own-sessions.queries.ts';
import { sessionsControllers, sessionsProviders } from './sessions/sessions.parts.ts';
import { Sessions } from './sessions/sessions.queries.ts';
import { user } from './user.ts';

const doors = [IdentityQueries, OwnSessions, Sessions, BearerStrategy, AuthErrorsFilter];

@Module({
  imports: [MikroOrmModule.forFeature([userRows]), MailModule],
  // The last one also answers what none of them has.
  controllers: [
    ...gotrueControllers,
    ...mailsControllers,
    ...factorsControllers,
    ...openidControllers,
    ...sessionsControllers,
    AuthServiceController,
  ],
  providers: [
    Clock,
    IdentityQueries,
    ...gotrueProviders,
    ...accountsProviders,
    ...sessionsProviders,
    ...mailsProviders,
    ...factorsProviders,
    ...openidProviders,
    ...operatorsProviders,
  ],
  exports: doors,
})
export class IdentityModule {
  constructor(
    store: EventStore,
    projector: Projector,
    reactor: Reactor,
    letters: LetterReactions,
    erasure: ErasureReactions,
  ) {
    for (const each of [user, factor, linkedIdentity, keyring]) store.register(each);
    projector.add(users, userRows);
    reactor.add(erasure.finishErasure);
    for (const reaction of letters.all) reactor.add(reaction);
  }
}
