import type OpenAI from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { LanguageModel, LanguageModelFailed, type ModelFailure, type Prompt } from './language-model.ts';

type Server = { readonly url: string; readonly key: string | undefined; readonly model: string };
/** In milliseconds: how long the next part may take, and how long the whole text may take. */
type TimeLimits = { readonly part: number; readonly whole: number };

/** Replies have a minute in all, in which the answer must be complete without the model. */
const timeLimits: TimeLimits = { part: 10_000, whole: 40_000 };
const maxTokens = 400;

type Library = typeof import('openai');

/** Any server with the chat completions of OpenAI's API. */
export class OpenAiModel extends LanguageModel {
  readonly #library: Promise<Library>;
  readonly #client: Promise<OpenAI>;
  readonly #model: string;

  constructor(
    { url, key = 'none', model }: Server,
    private readonly limits: TimeLimits = timeLimits,
  ) {
    super();
    this.#model = model;
    // Everything that the client would otherwise read from environment variables is given. Its own log contains parts
    // of requests.
    const unused = { organization: null, project: null, webhookSecret: null };
    const settings = { baseURL: url, apiKey: key, ...unused, maxRetries: 0, logLevel: 'off' } as const;
    // The library is large, and is loaded only by a product that uses it.
    this.#library = import('openai');
    this.#client = this.#library.then(({ OpenAI: Client }) => new Client(settings));
  }

  override async *write({ instructions, facts }: Prompt, signal: AbortSignal): AsyncIterable<string> {
    const [library, client] = await Promise.all([this.#library, this.#client]);
    const stop = new AbortController();
    let isSlow = false;
    const tooSlow = () => {
      isSlow = true;
      stop.abort();
    };
    const wholeTimer = setTimeout(tooSlow, this.limits.whole);
    let partTimer = setTimeout(tooSlow, this.limits.part);
    try {
      const stream = await client.chat.completions.create(
        {
          model: this.#model,
          stream: true,
          temperature: 0,
          max_tokens: maxTokens,
          messages: [
            { role: 'system', content: instructions },
            { role: 'user', content: facts },
          ],
        },
        { signal: AbortSignal.any([signal, stop.signal]) },
      );
      let isComplete = false;
      for await (const chunk of stream) {
        clearTimeout(partTimer);
        const { text, isLast } = partOf(chunk);
        if (text !== '') yield text;
        isComplete ||= isLast;
        partTimer = setTimeout(tooSlow, this.limits.part);
      }
      signal.throwIfAborted();
      if (isSlow) throw new LanguageModelFailed('stalled');
      if (!isComplete) throw new LanguageModelFailed('incomplete');
    } catch (error) {
      signal.throwIfAborted();
      throw isSlow ? new LanguageModelFailed('stalled') : failed(error, library);
    } finally {
      clearTimeout(wholeTimer);
      clearTimeout(partTimer);
      stop.abort();
    }
  }
}

/** The text of a part. Throws {@link LanguageModelFailed} if the server refuses to answer, or sends something else. */
const partOf = (chunk: Partial<ChatCompletionChunk> | null): { readonly text: string; readonly isLast: boolean } => {
  const choices = chunk?.choices;
  if (!Array.isArray(choices)) throw new LanguageModelFailed('malformed');
  const [choice] = choices;
  if (choice === undefined) return { text: '', isLast: false };
  const { delta, finish_reason: reason } = choice;
  if (delta?.refusal || reason === 'content_filter') throw new LanguageModelFailed('refused');
  const text: unknown = delta?.content ?? '';
  if (typeof text !== 'string') throw new LanguageModelFailed('malformed');
  return { text, isLast: reason === 'stop' || reason === 'length' };
};

const failed = (error: unknown, library: Library): LanguageModelFailed =>
  error instanceof LanguageModelFailed ? error : new LanguageModelFailed(failureOf(error, library));

const failureOf = (error: unknown, { APIConnectionError, APIError }: Library): ModelFailure => {
  if (error instanceof APIConnectionError) return 'unreachable';
  if (error instanceof APIError && typeof error.status === 'number') return `status ${error.status}`;
  return error instanceof SyntaxError || error instanceof APIError ? 'malformed' : 'incomplete';
};
