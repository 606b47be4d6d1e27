import type { Tracer } from '#platform/tracing';
import { LanguageModel, LanguageModelFailed, type Prompt } from './language-model.ts';

/** Records each text of a language model as a span, without the prompt and the text. */
export class TracedModel extends LanguageModel {
  constructor(
    private readonly model: LanguageModel,
    private readonly tracer: Tracer,
  ) {
    super();
  }

  override async *write(prompt: Prompt, signal: AbortSignal): AsyncIterable<string> {
    const span = this.tracer.start({ name: 'language-model.write', kind: 'client' });
    try {
      yield* this.model.write(prompt, signal);
    } catch (error) {
      span.fail(error instanceof LanguageModelFailed ? error.failure : 'aborted');
      throw error;
    } finally {
      span.end();
    }
  }
}
