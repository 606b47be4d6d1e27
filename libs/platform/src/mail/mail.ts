import { Injectable } from '@nestjs/common';

/**
 * One mail to one address. `id` is the same for the same mail however often it is handed over; `kind` says what it is about, like
 * `identity.recovery`; `person` is the uuid of whom it tells something.
 */
export type Letter = {
  readonly id: string;
  readonly kind: string;
  readonly person: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** The mail server says that this letter cannot be delivered, ever. */
export class LetterRefused extends Error {}

/** Sends mail. Call it from reactions, not from requests: a server may be slow or away. */
@Injectable()
export abstract class Mail {
  /** Returns once the letter is handed over. Throws {@link LetterRefused} where trying again is no use. */
  abstract send(letter: Letter): Promise<void>;
  /** Deletes whatever is kept of letters about this person. */
  abstract forget(person: string): Promise<void>;
}
