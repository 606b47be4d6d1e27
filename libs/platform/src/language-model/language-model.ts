/** Instructions, and the facts that a text is written from. */
export type Prompt = { readonly instructions: string; readonly facts: string };

/** Why a model gave no complete text. */
export type ModelFailure = 'unreachable' | 'refused' | 'incomplete' | 'malformed' | 'stalled' | `status ${number}`;

/**
 * A model gave no complete text. The message has only the kind of failure, because a server's own words may contain the
 * key.
 */
export class LanguageModelFailed extends Error {
  constructor(readonly failure: ModelFailure) {
    super(`The language model failed: ${failure}`);
  }
}

/** Writes texts. */
export abstract class LanguageModel {
  /**
   * The text for a prompt, in parts as they arrive. Throws {@link LanguageModelFailed}, also after some parts, and the
   * signal's reason once it is aborted.
   */
  abstract write(prompt: Prompt, signal: AbortSignal): AsyncIterable<string>;
}
