import { Logger } from '@nestjs/common';
import { type LanguageModel, LanguageModelFailed } from '#platform/language-model';
import { adviceFacts, adviceInstructions, checkedAdvice, sentencesOf } from './advice.ts';
import { answerParts, type Findings } from './answer.ts';
import { AssistantEngine, BuiltInEngine, type Description, inParts } from './assistant.engine.ts';
import type { UnderstoodText } from './brief.ts';

/** How many sentences of the model are shown at most. */
const mostSentences = 6;
const unavailable =
  'The language model is not available at the moment. The rest of this answer was written without it.';
const nothingToShow =
  'The language model wrote nothing that agrees with the facts. The rest of this answer was written without it.';

/**
 * Adds advice of a language model to the answer of the built-in engine. Names, prices and dates are written by the
 * built-in engine; sentences of the model that may contain others are left out.
 */
export class ModelEngine extends AssistantEngine {
  override readonly name = 'language-model';
  readonly #builtIn = new BuiltInEngine();
  readonly #logger = new Logger('Assistant');

  constructor(private readonly model: LanguageModel) {
    super();
  }

  override understand(description: Description): Promise<UnderstoodText> {
    return this.#builtIn.understand(description);
  }

  override async *answer(findings: Findings, signal: AbortSignal): AsyncIterable<string> {
    const { beginning, rest } = answerParts(findings);
    yield* inParts(beginning, signal);
    if (rest !== '') yield '\n\n';
    if (findings.shortlists.some(({ fitting, nearest }) => fitting.length + nearest.length > 0)) {
      yield* this.#advice(findings, signal);
      yield '\n\n';
    }
    yield* inParts(rest, signal);
  }

  async *#advice(findings: Findings, signal: AbortSignal): AsyncIterable<string> {
    let shown = 0;
    let notice = unavailable;
    try {
      for await (const sentence of this.#sentences(findings, signal)) {
        yield shown === 0 ? sentence : ` ${sentence}`;
        shown++;
        if (shown === mostSentences) break;
      }
      if (shown > 0) return;
      notice = nothingToShow;
      this.#logger.warn('The language model wrote nothing that can be shown; the built-in engine answered');
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof LanguageModelFailed)) throw error;
      this.#logger.warn(`${error.message}; the built-in engine answered`);
    }
    yield shown === 0 ? notice : `\n\n${notice}`;
  }

  /** The sentences of the model that can be shown. */
  async *#sentences(findings: Findings, signal: AbortSignal): AsyncIterable<string> {
    const facts = adviceFacts(findings);
    const text = this.model.write({ instructions: adviceInstructions, facts: facts.text }, signal);
    for await (const sentence of sentencesOf(text)) {
      const checked = checkedAdvice(sentence, facts);
      if (checked !== null) yield checked;
    }
  }
}
