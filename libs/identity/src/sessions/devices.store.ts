import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, Database } from '#platform';

/** The devices that somebody has signed in from before, as hashes. */
@Injectable()
export class Devices {
  readonly #secret: string;

  constructor(
    private readonly database: Database,
    { secrets }: Config,
  ) {
    this.#secret = secrets.passwords;
  }

  /** Notes a device; true if this person is known on others, but was never seen on this one. */
  async isNew(userId: string, device: string, at: Date): Promise<boolean> {
    const [seen] = await this.database.query<{ others: boolean; known: boolean }>(
      `with before as (select fingerprint from identity.devices where user_id = $1),
       noted as (insert into identity.devices (user_id, fingerprint, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
         on conflict (user_id, fingerprint) do update set last_seen_at = excluded.last_seen_at)
       select count(*) > 0 as others, coalesce(bool_or(fingerprint = $2), false) as known from before`,
      [userId, this.#fingerprint(userId, device), at],
    );
    return seen?.others === true && !seen.known;
  }

  #fingerprint(userId: string, device: string): Buffer {
    return createHmac('sha256', this.#secret).update(`device\n${userId}\n${device}`).digest();
  }
}
