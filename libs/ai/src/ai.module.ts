import { catalogModule } from '#catalog';
import { leadsModule } from '#leads';
import { plansModule } from '#plans';
import { LanguageModel, LanguageModelModule } from '#platform/language-model';
import { defineModule } from '#platform/module';
import { access } from './ai.access.ts';
import { AssistantEngine, BuiltInEngine } from './assistant.engine.ts';
import { AssistantLimits } from './assistant.limits.ts';
import * as contract from './contract.ts';
import { ConversationsQueries, conversationsParts, ForgetConversations } from './conversations/index.ts';
import { ModelEngine } from './model.engine.ts';
import { RecommendationsController } from './recommendations.controller.ts';
import { RecommendationsQueries } from './recommendations.queries.ts';

export const aiModule = defineModule({
  name: 'ai',
  imports: [catalogModule, leadsModule, plansModule, LanguageModelModule],
  submodules: [conversationsParts],
  queries: ConversationsQueries,
  providers: [
    AssistantLimits,
    RecommendationsQueries,
    {
      provide: AssistantEngine,
      inject: [LanguageModel],
      useFactory: (model: LanguageModel | null) => (model ? new ModelEngine(model) : new BuiltInEngine()),
    },
  ],
  contract,
  controllers: [RecommendationsController],
  personalData: {
    export: { conversations: ({ userId }, queries) => queries.allOf(userId) },
    erasure: {
      command: (personId) => new ForgetConversations(personId),
      readTables: ['conversations'],
      remaining: (personId, queries) => queries.idsOf(personId),
    },
  },
  access,
  secretPaths: ['/api/v1/conversations/'],
  auditTitles: {
    ConversationStarted: 'Conversation with the assistant started',
    QuestionAsked: 'Question sent to the assistant',
    AnswerGiven: 'Answer given by the assistant',
    ConversationDeleted: 'Conversation with the assistant deleted',
  },
});
