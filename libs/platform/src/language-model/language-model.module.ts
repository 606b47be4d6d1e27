import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { LanguageModel } from './language-model.ts';
import { OpenAiModel } from './openai.ts';

/** The model at AI_URL; null if it is not set. */
@Module({
  providers: [
    {
      provide: LanguageModel,
      inject: [Config],
      useFactory: ({ languageModel }: Config) => (languageModel ? new OpenAiModel(languageModel) : null),
    },
  ],
  exports: [LanguageModel],
})
export class LanguageModelModule {}
