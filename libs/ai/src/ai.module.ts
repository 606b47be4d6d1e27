import { catalogModule } from '#catalog';
import { leadsModule } from '#leads';
import { LanguageModel, LanguageModelModule } from '#platform/language-model';
import { defineModule } from '#platform/module';
import { access } from './ai.access.ts';
import { AssistantEngine, BuiltInEngine } from './assistant.engine.ts';
import { AssistantLimits } from './assistant.limits.ts';
import * as contract from './contract.ts';
import { Conversations } from './conversations.store.ts';
import { ModelEngine } from './model.engine.ts';
import { RecommendationsController } from './recommendations.controller.ts';
import { RecommendationsQueries } from './recommendations.queries.ts';

export const aiModule = defineModule({
  name: 'ai',
  imports: [catalogModule, leadsModule, LanguageModelModule],
  queries: RecommendationsQueries,
  providers: [
    AssistantLimits,
    Conversations,
    {
      provide: AssistantEngine,
      inject: [LanguageModel],
      useFactory: (model: LanguageModel | null) => (model ? new ModelEngine(model) : new BuiltInEngine()),
    },
  ],
  contract,
  controllers: [RecommendationsController],
  access,
  auditTitles: {},
});
