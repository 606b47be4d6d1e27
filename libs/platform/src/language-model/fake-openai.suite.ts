import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What the server does with a request. Except for `answers`, it sends no complete text. */
export const fakeBehaviors = [
  'answers',
  'stalls',
  'breaks off',
  'fails',
  'is malformed',
  'refuses',
  'rejects the key',
] as const;
export type FakeBehavior = (typeof fakeBehaviors)[number];

const errors: Partial<Record<FakeBehavior, { readonly status: number; readonly message: string }>> = {
  fails: { status: 500, message: 'The server had an error' },
  'rejects the key': { status: 401, message: 'Incorrect API key provided: test-key-1234567890' },
};

type ChatRequest = {
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly { content: string }[];
};

/** A server with the part of OpenAI's API that the product uses: `POST /v1/chat/completions`, streamed. */
export class FakeOpenAi {
  readonly requests: { readonly authorization: string | undefined; readonly body: ChatRequest }[] = [];
  behavior: FakeBehavior = 'answers';
  text = 'A text.';
  /** The requests whose client has gone before the response was complete. */
  left = 0;
  readonly #server = createServer(async (request, response) => {
    const body = (await json(request)) as ChatRequest;
    this.requests.push({ authorization: request.headers.authorization, body });
    response.once('close', () => {
      if (!response.writableFinished) this.left++;
    });
    if (request.url !== '/v1/chat/completions') response.writeHead(404).end();
    else this.#respond(response, body.model);
  });

  static async start(): Promise<FakeOpenAi> {
    const fake = new FakeOpenAi();
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #respond(response: ServerResponse, model: string): void {
    const { behavior, text } = this;
    const error = errors[behavior];
    if (error) {
      response.writeHead(error.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: error.message, type: 'error', param: null, code: null } }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish_reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta, logprobs: null, finish_reason }] })}\n\n`,
      );
    send({ role: 'assistant', content: '', refusal: null });
    if (behavior === 'refuses') {
      send({ refusal: 'I cannot help with that.' });
      send({}, 'stop');
      response.end('data: [DONE]\n\n');
      return;
    }
    const parts = text.match(/.{1,7}/gs) ?? [];
    for (const part of behavior === 'answers' ? parts : parts.slice(0, Math.ceil(parts.length / 2)))
      send({ content: part });
    if (behavior === 'is malformed') response.end('data: {"choices": [{"delta"\n\n');
    if (behavior === 'breaks off') setImmediate(() => response.destroy());
    if (behavior !== 'answers') return;
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  }
}
