import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, Database } from '#platform';

/** What somebody signs in with, and the network they do it from. */
export type Place = { readonly device: string; readonly network: string };

/** The places that somebody has signed in from before, as keyed hashes. */
@Injectable()
export class Devices {
  readonly #secret: string;

  constructor(
    private readonly database: Database,
    { secrets }: Config,
  ) {
    this.#secret = secrets.passwords;
  }

  /** Notes a place; true if this person is known at others, but was never seen at this one. Of two at once, one is new. */
  async isNew(userId: string, place: Place, at: Date): Promise<boolean> {
    const [seen] = await this.database.query<{ others: boolean; first: boolean }>(
      `with noted as (
         insert into identity.devices (user_id, fingerprint, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
         on conflict (user_id, fingerprint) do update set last_seen_at = excluded.last_seen_at
         returning xmax = 0 as first)
       select first, exists (select from identity.devices where user_id = $1 and fingerprint <> $2) as others from noted`,
      [userId, this.#fingerprint(userId, place), at],
    );
    return seen?.others === true && seen.first;
  }

  #fingerprint(userId: string, { device, network }: Place): Buffer {
    return createHmac('sha256', this.#secret).update(`device\n${userId}\n${device}\n${network}`).digest();
  }
}
