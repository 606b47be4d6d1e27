import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Body, Controller, HttpCode, Logger, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import type { Origin } from '#kernel';
import { Context } from '#platform/context';
import { Public, ReturnsText } from '#platform/http';
import { faultOf } from '#platform/logging';
import type { Findings } from './answer.ts';
import { AssistantEngine } from './assistant.engine.ts';
import { AssistantLimits } from './assistant.limits.ts';
import type { ConversationContext } from './brief.ts';
import type { BriefPlace } from './brief-place.ts';
import { type RecommendationRequest, type ReplyPart, recommendationRequest } from './contract.ts';
import {
  AskQuestion,
  Continuations,
  type ConversationId,
  ConversationsQueries,
  DeleteConversation,
  GiveAnswer,
  type Question,
  vendorFactsOf,
  withoutNames,
} from './conversations/index.ts';
import { leadFactsOf } from './lead-facts.ts';
import { pricesOf } from './ranking.ts';
import { RecommendationsQueries } from './recommendations.queries.ts';
import { cardsFor } from './vendor-cards.ts';

type Reply = { readonly raw: ServerResponse; headers(values: Readonly<Record<string, string>>): unknown };

/** How long a reply may take, in milliseconds. */
const longestReply = 60_000;

@Public()
@Controller('functions/v1')
export class RecommendationsController {
  readonly #logger = new Logger('Assistant');

  constructor(
    private readonly engine: AssistantEngine,
    private readonly recommendations: RecommendationsQueries,
    private readonly conversations: ConversationsQueries,
    private readonly continuations: Continuations,
    private readonly commands: CommandBus,
    private readonly context: Context,
    private readonly limits: AssistantLimits,
  ) {}

  /** Streams an answer. A stream that ends without `[DONE]` is incomplete. */
  @Post('recommend-vendors')
  @HttpCode(200)
  @ReturnsText('text/event-stream')
  async recommend(
    @Body({ schema: recommendationRequest }) request: RecommendationRequest,
    @Req() { ip }: { readonly ip?: string },
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<StreamableFile> {
    const readerLeft = new AbortController();
    // The stream itself is closed only after the engine has given its next part.
    reply.raw.once('close', () => readerLeft.abort());
    // The connection may have been closed while the session was checked.
    if (reply.raw.destroyed) readerLeft.abort();
    await this.limits.count(ip, reply);
    const signal = AbortSignal.any([readerLeft.signal, AbortSignal.timeout(longestReply)]);
    const found = await this.#findings(request, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    // The reader has left, or sees from the missing end that the reply is incomplete.
    if (!found || readerLeft.signal.aborted) return nothing();
    const { origin } = this.context;
    const question = await this.#write(new AskQuestion(found.conversationId, request.eventIdea, found.context));
    const reference = this.continuations.after(question);
    if (readerLeft.signal.aborted && !found.conversationId && this.conversations.callerId === null) {
      // A visitor could never delete this conversation, because nothing of the reply has been sent.
      await this.context.run(origin, () => this.commands.execute(new DeleteConversation(reference)));
      return nothing();
    }
    reply.headers({
      'X-Conversation-Id': reference,
      // 1 if the question begins a conversation, which also happens when an earlier one is full.
      'X-Conversation-Question': String(question.number),
      'Cache-Control': 'no-store',
      // Some proxies would otherwise send the reply only once it is complete.
      'X-Accel-Buffering': 'no',
    });
    const answer = this.engine.answer(found.findings, signal);
    const parts = this.#stored(answer, question, found.findings, origin, signal);
    return streamOf(linesOf(parts, found.findings, signal));
  }

  /**
   * Passes the parts on and stores the answer after the last one. An answer that is cut off is stored as far as it was
   * sent. If storing a complete answer fails, the reply ends as incomplete: so every complete answer that a reader sees
   * is stored.
   */
  async *#stored(
    parts: AsyncIterable<string>,
    question: Question,
    { shortlists }: Findings,
    origin: Origin,
    signal: AbortSignal,
  ): AsyncIterable<string> {
    let text = '';
    let isComplete = false;
    const store = async () => {
      const answer = {
        text: withoutNames(text, shortlists, isComplete),
        isComplete,
        vendors: vendorFactsOf(shortlists),
      };
      const command = new GiveAnswer(question, { engine: this.engine.name, ...answer });
      await this.context.run(origin, () => this.commands.execute(command));
    };
    try {
      for await (const part of parts) {
        text += part;
        yield part;
      }
      isComplete = !signal.aborted;
      if (isComplete) await store();
    } finally {
      // The reply has ended already, so a failure can only be logged.
      if (!isComplete)
        await store().catch((error: unknown) =>
          this.#logger.warn(`An answer was cut off and not stored: ${faultOf(error)}`),
        );
    }
  }

  /** In a context of its own: the reply need not wait until the read tables show the question. */
  #write<T>(command: Command<T>): Promise<T> {
    const { origin, idempotencyKey } = this.context;
    return this.context.run(origin, () => this.commands.execute(command), idempotencyKey);
  }

  /** What the answer is written from, and what the next request continues. */
  async #findings(
    { eventIdea, conversationId, timeZone }: RecommendationRequest,
    signal: AbortSignal,
  ): Promise<{
    readonly findings: Findings;
    readonly context: ConversationContext;
    readonly conversationId: ConversationId | undefined;
  }> {
    const continued = conversationId === undefined ? undefined : await this.conversations.continued(conversationId);
    const earlier = continued?.context;
    const clientZone = isTimeZone(timeZone) ? timeZone : undefined;
    const todayAt = (place: BriefPlace | null) => this.recommendations.today(place, clientZone);
    const places = await this.recommendations.places();
    const reading = await this.engine.understand({ eventIdea, places, todayAt, ...(earlier && { earlier }) }, signal);
    const { brief } = reading;
    const shortlists = await this.recommendations.shortlists(brief, todayAt(brief.place), signal);
    const prices = { ...earlier?.prices, ...pricesOf(shortlists) };
    return {
      findings: { reading, shortlists },
      context: { brief, prices },
      conversationId: continued?.conversationId,
    };
  }
}

const streamOf = (lines: AsyncIterable<string> | readonly string[]): StreamableFile =>
  new StreamableFile(Readable.from(lines), { type: 'text/event-stream' });

/** A reply without `[DONE]`, which is incomplete. */
const nothing = (): StreamableFile => streamOf([]);

/** The lines of a reply, in the shape of OpenAI's API with {@link ReplyPart}'s additions. */
async function* linesOf(parts: AsyncIterable<string>, findings: Findings, signal: AbortSignal): AsyncIterable<string> {
  const newCards = cardsFor({ brief: findings.reading.brief, shortlists: findings.shortlists });
  let lead = leadFactsOf(findings.reading);
  let text = '';
  for await (const content of parts) {
    text += content;
    const vendors = [...newCards(text)];
    const part: ReplyPart = {
      choices: [{ delta: { content } }],
      ...(vendors.length > 0 && { vendors }),
      ...(lead && { lead }),
    };
    lead = undefined;
    yield `data: ${JSON.stringify(part)}\n\n`;
  }
  signal.throwIfAborted();
  yield 'data: [DONE]\n\n';
}

/** A browser may know time zones that the server does not know. */
const isTimeZone = (name: string | undefined): boolean => {
  try {
    return name !== undefined && new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};
