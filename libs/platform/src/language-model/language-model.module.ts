import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { Tracer } from '#platform/tracing';
import { LanguageModel } from './language-model.ts';
import { OpenAiModel } from './openai.ts';
import { TracedModel } from './traced.ts';

/** The model at AI_URL; null if it is not set. */
@Module({
  providers: [
    {
      provide: LanguageModel,
      inject: [Config, Tracer],
      useFactory: ({ languageModel }: Config, tracer: Tracer) => {
        if (!languageModel) return null;
        const model = new OpenAiModel(languageModel);
        return tracer.isOn ? new TracedModel(model, tracer) : model;
      },
    },
  ],
  exports: [LanguageModel],
})
export class LanguageModelModule {}
