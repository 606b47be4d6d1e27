import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../testing/eventually.ts';
import { FakeOpenAi } from './fake-openai.suite.ts';
import { LanguageModelFailed } from './language-model.ts';
import { OpenAiModel } from './openai.ts';

const key = 'test-key-1234567890';
let fake: FakeOpenAi;
beforeAll(async () => {
  fake = await FakeOpenAi.start();
});
beforeEach(() => {
  fake.behavior = 'answers';
  fake.text = 'A text with several words.';
});
afterAll(() => fake.stop());

const prompt = { instructions: 'Write.', facts: '{}' };
const write = async (
  own: { key?: string; url?: string; part?: number } = {},
  signal = new AbortController().signal,
) => {
  const parts: string[] = [];
  const model = new OpenAiModel(
    { url: own.url ?? fake.url, key: own.key, model: 'model-1' },
    { part: own.part ?? 30_000, whole: 30_000 },
  );
  try {
    for await (const part of model.write(prompt, signal)) parts.push(part);
    return { text: parts.join(''), error: undefined };
  } catch (error) {
    return { text: parts.join(''), error };
  }
};

test('a text arrives in parts; model, key and prompt are those that were given', async () => {
  expect(await write({ key })).toEqual({ text: fake.text, error: undefined });
  expect(fake.requests.at(-1)).toMatchObject({
    authorization: `Bearer ${key}`,
    body: {
      model: 'model-1',
      stream: true,
      messages: [
        { role: 'system', content: 'Write.' },
        { role: 'user', content: '{}' },
      ],
    },
  });
});

test.each([
  ['stalls', 'stalled'],
  ['breaks off', 'incomplete'],
  ['fails', 'status 500'],
  ['is malformed', 'malformed'],
  ['refuses', 'refused'],
  ['rejects the key', 'status 401'],
] as const)('a server that %s has %s, and the error does not contain the key', async (behavior, failure) => {
  fake.behavior = behavior;
  const { error, text } = await write({ key, ...(behavior === 'stalls' && { part: 300 }) });
  expect(error).toBeInstanceOf(LanguageModelFailed);
  expect(error).toMatchObject({ failure });
  expect(String((error as Error).stack)).not.toContain(key);
  expect(fake.text.startsWith(text)).toBe(true);
});

test('a server that cannot be reached', async () =>
  expect(await write({ url: 'http://127.0.0.1:1/v1' })).toMatchObject({ error: { failure: 'unreachable' } }));

test('the request ends when it is aborted', async () => {
  fake.behavior = 'stalls';
  const before = { left: fake.left, requests: fake.requests.length };
  const reader = new AbortController();
  const written = write({}, reader.signal);
  await eventually(async () => fake.requests.length > before.requests);
  reader.abort(new Error('the reader left'));
  expect(await written).toMatchObject({ error: { message: 'the reader left' } });
  await eventually(async () => fake.left > before.left);
});
