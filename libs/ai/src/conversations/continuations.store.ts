import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { SealedBox } from '#platform/sealing';
import type { ConversationId, Question } from './conversation.ts';

const label = 'continuation 1';
const uuidLength = 16;

/**
 * Makes and opens the `X-Conversation-Id` of a reply: an encrypted reference to one question of a conversation. Because
 * it cannot be made from the id of the conversation, it also shows that the sender is the visitor who got the reply.
 */
@Injectable()
export class Continuations {
  readonly #box: SealedBox;

  constructor(config: Config) {
    this.#box = new SealedBox(config.secrets.personalData, 'assistant conversations');
  }

  after({ conversationId, number }: Question): string {
    const content = Buffer.alloc(uuidLength + 2);
    content.write(conversationId.replace('conversation-', '').replaceAll('-', ''), 'hex');
    content.writeUInt16BE(number, uuidLength);
    return this.#box.seal(content, label).toString('base64url');
  }

  /** Undefined for a text that was not issued here. */
  open(continuation: string): Question | undefined {
    try {
      const content = this.#box.open(Buffer.from(continuation, 'base64url'), label);
      const hex = content.toString('hex', 0, uuidLength);
      const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return { conversationId: `conversation-${uuid}` as ConversationId, number: content.readUInt16BE(uuidLength) };
    } catch {
      return undefined;
    }
  }
}
