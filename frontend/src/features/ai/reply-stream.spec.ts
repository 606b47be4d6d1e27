import { expect, test } from '@jest/globals';
import { IncompleteReply, partsOf } from './reply-stream.ts';

const part = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
async function* chunks(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}
const read = async (...texts: string[]): Promise<string[]> => {
  const parts: string[] = [];
  for await (const { content } of partsOf(chunks(...texts))) parts.push(content);
  return parts;
};

test('the parts are read correctly however the stream is split into chunks', async () => {
  const stream = `: comment\n\n${part('You ')}data: {"choices":[]}\r\n\n${part('need\nus')}data: [DONE]\n\n`;
  for (let at = 0; at < stream.length; at++)
    expect(await read(stream.slice(0, at), stream.slice(at))).toEqual(['You ', 'need\nus']);
});

test('a part has the vendors that it names first, and the first part what was understood', async () => {
  const vendors = [{ id: 'mara' }];
  const line = JSON.stringify({ choices: [{ delta: { content: 'Mara' } }], vendors });
  const parts: unknown[] = [];
  const first = JSON.stringify({ choices: [{ delta: { content: 'You ' } }], lead: { eventType: 'wedding' } });
  for await (const each of partsOf(chunks(`data: ${first}\n\n`, `data: ${line}\n\ndata: [DONE]\n\n`))) parts.push(each);
  expect(parts).toEqual([
    { content: 'You ', vendors: [], lead: { eventType: 'wedding' } },
    { content: 'Mara', vendors, lead: undefined },
  ]);
});

test('nothing is read after the end', async () =>
  expect(await read(`${part('a')}data: [DONE]\n\n${part('b')}`)).toEqual(['a']));

test.each([
  ['ends early', part('You ')],
  ['is empty', ''],
  ['contains an error', 'data: {"error":{"message":"overloaded"}}\n\ndata: [DONE]\n\n'],
])('a stream that %s is incomplete', (_, stream) => expect(read(stream)).rejects.toThrow(IncompleteReply));

test('a malformed part fails the reply', () => expect(read('data: {"choices"\n\n')).rejects.toThrow(SyntaxError));
