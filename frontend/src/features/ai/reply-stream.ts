/** The reply ended before its end was announced. */
export class IncompleteReply extends Error {}

/** The parts of a reply, from the lines of an event stream. Throws {@link IncompleteReply} if `[DONE]` is missing. */
export async function* partsOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of linesOf(chunks)) {
    const data = /^data: ?(.*)$/.exec(line)?.[1];
    if (data === '[DONE]') return;
    const content = data === undefined ? undefined : contentOf(data);
    if (content !== undefined) yield content;
  }
  throw new IncompleteReply();
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.trimEnd();
  }
}

type Part = { choices?: { delta?: { content?: string } }[]; error?: unknown };

const contentOf = (data: string): string | undefined => {
  const { choices, error } = JSON.parse(data) as Part;
  if (error !== undefined) throw new IncompleteReply();
  return choices?.[0]?.delta?.content;
};
