import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { SealedBox } from '#platform/sealing';
import type { Conversation } from './brief.ts';

const lifetime = 24 * 3_600_000;
/** Raise it when the shape of {@link Conversation} changes: ids of an earlier shape then begin a new conversation. */
const label = 'conversation 1';

/** The id of a conversation contains its state, encrypted, so that nothing has to be stored. */
@Injectable()
export class Conversations {
  readonly #box: SealedBox;

  constructor(
    config: Config,
    private readonly context: Context,
  ) {
    this.#box = new SealedBox(config.secrets.personalData, 'assistant conversations');
  }

  idOf(conversation: Conversation): string {
    const until = this.context.now().getTime() + lifetime;
    return this.#box.seal(Buffer.from(JSON.stringify({ ...conversation, until })), label).toString('base64url');
  }

  /** Undefined if the id was not issued here, or is older than 24 hours. */
  find(id: string): Conversation | undefined {
    try {
      const opened = this.#box.open(Buffer.from(id, 'base64url'), label);
      const { until, ...conversation } = JSON.parse(opened.toString()) as Conversation & { until: number };
      return until > this.context.now().getTime() ? conversation : undefined;
    } catch {
      return undefined;
    }
  }
}
