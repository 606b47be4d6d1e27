import type { LeadFacts, ReplyPart, VendorCard } from '#ai/contract';

/**
 * Some text of a reply, and the vendors that the reply names in it for the first time. The first part may have a
 * `lead`.
 */
export type Part = {
  readonly content: string;
  readonly vendors: readonly VendorCard[];
  readonly lead: LeadFacts | undefined;
};

/** The reply ended before its end was announced. */
export class IncompleteReply extends Error {}

/** The parts of a reply, from the lines of an event stream. Throws {@link IncompleteReply} if `[DONE]` is missing. */
export async function* partsOf(chunks: AsyncIterable<string>): AsyncGenerator<Part> {
  for await (const line of linesOf(chunks)) {
    const data = /^data: ?(.*)$/.exec(line)?.[1];
    if (data === '[DONE]') return;
    const part = data === undefined ? undefined : partOf(data);
    if (part) yield part;
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

type Line = { choices?: Partial<ReplyPart['choices'][0]>[]; vendors?: VendorCard[]; lead?: LeadFacts; error?: unknown };

const partOf = (data: string): Part | undefined => {
  const { choices, vendors = [], lead, error } = JSON.parse(data) as Line;
  if (error !== undefined) throw new IncompleteReply();
  const content = choices?.[0]?.delta?.content;
  return content === undefined ? undefined : { content, vendors, lead };
};
