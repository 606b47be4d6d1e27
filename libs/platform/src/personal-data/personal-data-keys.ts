import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Keys } from './seal.ts';

/** One key a person, kept apart from the log. */
@Injectable()
export abstract class PersonalDataKeys {
  /** Keys to encrypt with, made where there is none yet. */
  abstract toWrite(people: readonly string[]): Promise<Keys>;
  /** Notes that the stream holds these people's data; for engines that cannot do it together with the append. */
  abstract remember(people: readonly string[], stream: string): Promise<void>;
  /** Keys to decrypt with; a person without one is not in the answer. */
  abstract toRead(people: readonly string[]): Promise<Keys>;
  /** The streams that hold this person's data, in order. */
  abstract streamsOf(person: string): Promise<readonly string[]>;
  /** Makes all that was ever sealed for this person unreadable. Answers the streams that hold it. */
  abstract erase(person: string): Promise<readonly string[]>;
}

export const newKey = (): Buffer => randomBytes(32);
