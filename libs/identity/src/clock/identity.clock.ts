import { Injectable } from '@nestjs/common';

/** The current time for sessions and tokens. Tests replace it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}

export const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);
