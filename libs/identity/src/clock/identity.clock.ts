import { Injectable } from '@nestjs/common';

/** What time it is for sessions and tokens. Tests have one that they set. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}

export const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);
