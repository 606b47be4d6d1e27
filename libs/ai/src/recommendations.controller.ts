import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Body, Controller, HttpCode, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { Public, ReturnsText } from '#platform/http';
import { AssistantEngine } from './assistant.engine.ts';
import { AssistantLimits } from './assistant.limits.ts';
import type { Service } from './brief.ts';
import { type RecommendationRequest, recommendationRequest } from './contract.ts';
import { Conversations } from './conversations.store.ts';
import type { Shortlist } from './ranking.ts';
import { RecommendationsQueries } from './recommendations.queries.ts';

type Reply = { readonly raw: ServerResponse; headers(values: Readonly<Record<string, string>>): unknown };

/** How long a reply may take, in milliseconds. */
const longestReply = 60_000;

@Public()
@Controller('functions/v1')
export class RecommendationsController {
  constructor(
    private readonly engine: AssistantEngine,
    private readonly recommendations: RecommendationsQueries,
    private readonly conversations: Conversations,
    private readonly limits: AssistantLimits,
  ) {}

  /** Streams an answer. A stream that ends without `[DONE]` is incomplete. */
  @Post('recommend-vendors')
  @HttpCode(200)
  @ReturnsText('text/event-stream')
  async recommend(
    @Body({ schema: recommendationRequest }) { eventIdea, conversationId }: RecommendationRequest,
    @Req() { ip }: { readonly ip?: string },
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<StreamableFile> {
    await this.limits.count(ip, reply);
    const readerLeft = new AbortController();
    // The stream itself is closed only after the engine has given its next part.
    reply.raw.once('close', () => readerLeft.abort());
    const signal = AbortSignal.any([readerLeft.signal, AbortSignal.timeout(longestReply)]);
    const earlier = conversationId === undefined ? undefined : this.conversations.find(conversationId);
    const [today, places] = [this.recommendations.today(), await this.recommendations.places()];
    const description = { eventIdea, today, places, ...(earlier && { earlier }) };
    const reading = await this.engine.understand(description, signal);
    const shortlists = await this.recommendations.shortlists(reading.brief);
    const prices = { ...earlier?.prices, ...pricesOf(shortlists) };
    reply.headers({
      'X-Conversation-Id': this.conversations.idOf({ brief: reading.brief, prices }),
      'Cache-Control': 'no-store',
      // Some proxies would otherwise send the reply only once it is complete.
      'X-Accel-Buffering': 'no',
    });
    const parts = this.engine.answer({ reading, shortlists }, signal);
    return new StreamableFile(Readable.from(linesOf(parts, signal)), { type: 'text/event-stream' });
  }
}

/** The lines of a reply, in the shape of OpenAI's API. */
async function* linesOf(parts: AsyncIterable<string>, signal: AbortSignal): AsyncIterable<string> {
  for await (const content of parts) yield `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
  signal.throwIfAborted();
  yield 'data: [DONE]\n\n';
}

/** The lowest price that is recommended for each service. */
const pricesOf = (shortlists: readonly Shortlist[]): Partial<Record<Service, number>> =>
  Object.fromEntries(
    shortlists.flatMap(({ service, fitting }) =>
      fitting.length > 0 ? [[service, Math.min(...fitting.map(({ offer }) => offer.price))]] : [],
    ),
  );
