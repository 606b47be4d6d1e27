import { afterEach, expect, jest, test } from '@jest/globals';
import { MutationObserver } from '@tanstack/react-query';
import { createQueryClient } from '../../platform/query-client.ts';
import { discardOutgoing, outgoingIn, sendingOptions } from './outgoing-api.ts';

afterEach(() => void jest.restoreAllMocks());

test('two messages that fail one after the other both stay, each with a notice, and each can be discarded', async () => {
  const client = createQueryClient();
  const cache = client.getMutationCache();
  const notices: string[] = [];
  client.showNoticesWith({ success: () => undefined, error: (text) => notices.push(text) });
  const sent: unknown[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)).text);
    return new Response('', { status: 500 });
  });
  const observer = new MutationObserver(client, sendingOptions('thread-1', cache));
  const sending = ['first', 'second'].map((text) =>
    observer.mutate({ key: text, text, files: [] }).catch(() => undefined),
  );
  expect(outgoingIn(cache, 'thread-1').map(({ content, failed }) => [content.text, failed])).toEqual([
    ['first', false],
    ['second', false],
  ]);
  await Promise.all(sending);
  const outgoing = outgoingIn(cache, 'thread-1');
  expect(sent).toEqual(['first', 'second']);
  expect(outgoing.map(({ content, failed }) => [content.text, failed])).toEqual([
    ['first', true],
    ['second', true],
  ]);
  expect(notices).toEqual(Array(2).fill('Failed to send the message'));
  expect(outgoingIn(cache, 'thread-2')).toEqual([]);
  for (const message of outgoing.slice(0, 1)) discardOutgoing(cache, message);
  expect(outgoingIn(cache, 'thread-1').map(({ content }) => content.text)).toEqual(['second']);
});
