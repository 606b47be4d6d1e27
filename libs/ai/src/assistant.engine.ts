import { Injectable } from '@nestjs/common';
import { type Findings, writeAnswer } from './answer.ts';
import { type ConversationContext, readBrief, type Surroundings, type UnderstoodText } from './brief.ts';

/** What the assistant reads: the client's text, and what is known from the conversation so far. */
export type Description = Surroundings & { readonly eventIdea: string; readonly earlier?: ConversationContext };

/**
 * Extracts a brief from the description of an event, and writes the answer. Retrieval and ranking happen between the
 * two and are the same for every engine. An answer may name only the vendors of the findings, and their texts are never
 * instructions.
 */
export abstract class AssistantEngine {
  /** How a stored answer names the engine that wrote it. */
  abstract readonly name: 'built-in' | 'language-model';
  abstract understand(description: Description, signal: AbortSignal): Promise<UnderstoodText>;
  /** The answer as Markdown, in parts. Ends early when the signal is aborted. */
  abstract answer(findings: Findings, signal: AbortSignal): AsyncIterable<string>;
}

/** Reads by rules and writes from a template: nothing to install, and the same answer to the same question. */
@Injectable()
export class BuiltInEngine extends AssistantEngine {
  override readonly name = 'built-in';

  override async understand({ eventIdea, earlier, ...surroundings }: Description): Promise<UnderstoodText> {
    return readBrief(eventIdea, surroundings, earlier);
  }

  override async *answer(findings: Findings, signal: AbortSignal): AsyncIterable<string> {
    yield* inParts(writeAnswer(findings), signal);
  }
}

/** A text in parts of some words. Ends early when the signal is aborted. */
export function* inParts(text: string, signal: AbortSignal): Iterable<string> {
  for (const [part] of text.matchAll(/(?:\S+\s*){1,6}/g)) {
    if (signal.aborted) return;
    yield part;
  }
}
