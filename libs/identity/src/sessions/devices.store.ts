import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database } from '#platform/postgres';

/** What somebody signs in with, and the network they do it from. */
export type Place = { readonly device: string; readonly network: string };

/** The devices and the networks that somebody has signed in from before, as keyed hashes. */
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
   * Notes both; true if this person is known, but never came with this device, or never from this network. A known device in
   * another known network is no news. Of two at once, one is new.
   */
  async isNew(userId: string, place: Place, at: Date): Promise<boolean> {
    // All name devices before networks, so that nobody waits for each other.
    const prints = [
      this.#fingerprint(userId, 'device', place.device),
      this.#fingerprint(userId, 'network', place.network),
    ];
    const [seen] = await this.database.query<{ others: boolean; first: boolean }>(
      `with noted as (
         insert into identity.devices (user_id, fingerprint, first_seen_at, last_seen_at)
         select $1, fingerprint, $3, $3 from unnest($2::bytea[]) with ordinality as print (fingerprint, place) order by place
         on conflict (user_id, fingerprint) do update set last_seen_at = excluded.last_seen_at
         returning xmax = 0 as first)
       select bool_or(first) as first,
         exists (select from identity.devices where user_id = $1 and fingerprint <> all ($2)) as others from noted`,
      [userId, prints, at],
    );
    return seen?.others === true && seen.first;
  }

  #fingerprint(userId: string, kind: keyof Place, value: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${kind}\n${userId}\n${value}`).digest();
  }
}
