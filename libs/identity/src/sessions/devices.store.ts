import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database } from '#platform/postgres';

/** The device and the network of a sign-in. */
export type Place = { readonly device: string; readonly network: string };

/** The devices and networks that a user has signed in from, as keyed hashes. */
@Injectable()
export class Devices {
  readonly #secret: string;

  constructor(
    private readonly database: Database,
    { secrets }: Config,
  ) {
    this.#secret = secrets.passwords;
  }

  /**
   * Stores both. True if the user has signed in before, but never on this device or never from this network. A known
   * device in another known network is not new. Of two concurrent sign-ins only one is new.
   */
  async isNew(userId: string, place: Place, at: Date): Promise<boolean> {
    // Devices are always inserted before networks, so that concurrent sign-ins cannot deadlock.
    const fingerprints = [
      this.#fingerprint(userId, 'device', place.device),
      this.#fingerprint(userId, 'network', place.network),
    ];
    const [seen] = await this.database.query<{ others: boolean; first: boolean }>(
      `with recorded as (
         insert into identity.devices (user_id, fingerprint, first_seen_at, last_seen_at)
         select $1, fingerprint, $3, $3 from unnest($2::bytea[]) with ordinality as print (fingerprint, place) order by place
         on conflict (user_id, fingerprint) do update set last_seen_at = excluded.last_seen_at
         returning xmax = 0 as first)
       select bool_or(first) as first,
         exists (select from identity.devices where user_id = $1 and fingerprint <> all ($2)) as others from recorded`,
      [userId, fingerprints, at],
    );
    return seen?.others === true && seen.first;
  }

  #fingerprint(userId: string, kind: keyof Place, value: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${kind}\n${userId}\n${value}`).digest();
  }
}
