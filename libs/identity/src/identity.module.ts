import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { EventStore, MailModule, Projector, Reactor } from '#platform';
import { AccessTokens } from './access-token.issuer.ts';
import { Accounts } from './accounts.store.ts';
import { AuthController } from './auth.controller.ts';
import { Anonymously, ByBearer } from './auth.guards.ts';
import { AuthServiceController } from './auth-service.controller.ts';
import { BearerStrategy } from './bearer.strategy.ts';
import { ErasePersonHandler } from './erase-person.commands.ts';
import { ErasureReactions } from './erasure.reactions.ts';
import { factorPersonal } from './factor.ts';
import { factorsControllers, factorsProviders } from './factors.parts.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { Clock } from './identity.clock.ts';
import { identityHandlers } from './identity.commands.ts';
import { users } from './identity.projection.ts';
import { IdentityQueries } from './identity.queries.ts';
import { IdentityReactions } from './identity.reactions.ts';
import { userRows } from './identity.rows.ts';
import { keyringHandlers } from './keyring.commands.ts';
import { linkedIdentityPersonal } from './linked-identity.ts';
import { lostFactorsHandlers } from './lost-factors.commands.ts';
import { mailControllers, mailProviders } from './mail.parts.ts';
import { oauthControllers, oauthProviders } from './oauth.parts.ts';
import { ownAccountHandlers } from './own-account.commands.ts';
import { OwnSessionsController } from './own-sessions.controller.ts';
import { OwnSessions } from './own-sessions.queries.ts';
import { PasswordHasher } from './password.hasher.ts';
import { PersonErasure } from './person.erasure.ts';
import { RegisterUserHandler } from './register-user.commands.ts';
import { SessionGrants } from './session.grants.ts';
import { sessionsHandlers } from './sessions.commands.ts';
import { Sessions } from './sessions.queries.ts';
import { SigningKeys } from './signing-keys.store.ts';
import { staffHandlers } from './staff.commands.ts';
import { suspensionHandlers } from './suspension.commands.ts';
import { userPersonal } from './user.ts';

const parts = [Clock, SigningKeys, AccessTokens, Accounts, PasswordHasher, SessionGrants, Anonymously, ByBearer];
const erasing = [PersonErasure, ErasePersonHandler, ErasureReactions];
const operating = [...staffHandlers, ...suspensionHandlers, ...lostFactorsHandlers, ...keyringHandlers];
const doors = [IdentityQueries, OwnSessions, Sessions, BearerStrategy, AuthErrorsFilter];

@Module({
  imports: [MikroOrmModule.forFeature([userRows]), MailModule],
  // The last one also answers what none of them has.
  controllers: [
    AuthController,
    ...mailControllers,
    ...factorsControllers,
    ...oauthControllers,
    OwnSessionsController,
    AuthServiceController,
  ],
  providers: [
    ...parts,
    ...doors,
    RegisterUserHandler,
    ...identityHandlers,
    ...sessionsHandlers,
    ...mailProviders,
    ...factorsProviders,
    ...oauthProviders,
    ...ownAccountHandlers,
    ...erasing,
    ...operating,
  ],
  exports: doors,
})
export class IdentityModule {
  constructor(
    store: EventStore,
    projector: Projector,
    reactor: Reactor,
    reactions: IdentityReactions,
    erasure: ErasureReactions,
  ) {
    store.learn({}, userPersonal);
    store.learn({}, factorPersonal);
    store.learn({}, linkedIdentityPersonal);
    projector.add(users, userRows);
    reactor.add(erasure.finishErasure);
    for (const reaction of reactions.all) reactor.add(reaction);
  }
}
