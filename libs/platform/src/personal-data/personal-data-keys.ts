import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Keys } from './seal.ts';

/** One key per person, stored separately from the log. */
@Injectable()
export abstract class PersonalDataKeys {
  /** The keys with which these people's data is encrypted; a missing key is created. */
  abstract toWrite(people: readonly string[]): Promise<Keys>;
  /** Records that the stream contains these people's data. For event stores that cannot do that with the append. */
  abstract recordStream(people: readonly string[], stream: string): Promise<void>;
  /** The keys with which these people's data is decrypted; a person without a key is not in the result. */
  abstract toRead(people: readonly string[]): Promise<Keys>;
  /** The streams that contain this person's data, in order. */
  abstract streamsOf(person: string): Promise<readonly string[]>;
  /** Makes everything that was sealed for this person unreadable. Returns the streams that contain it. */
  abstract erase(person: string): Promise<readonly string[]>;
}

export const newKey = (): Buffer => randomBytes(32);
