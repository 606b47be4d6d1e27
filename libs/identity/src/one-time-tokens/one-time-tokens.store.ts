import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database, type Queryable } from '#platform/postgres';
import { Clock } from '../clock/index.ts';

/** What a token proves: that its reader gets the mail of this account, for one purpose. */
export type TokenKind =
  | 'confirmation'
  | 'recovery'
  | 'magic-link'
  | 'reauthentication'
  | 'email-change-current'
  | 'email-change-new';
/** Six digits to type, or a link to follow: two forms of one token. They are known only to the mail. */
export type Minted = { readonly code: string; readonly link: string };
export type Spent = {
  readonly userId: string;
  readonly kind: TokenKind;
  readonly address: string;
  readonly flowId: string | null;
};
type New = Spent & { readonly flowId: string | null };
type Row = Spent & { codeHash: Buffer };

/** How long a token is good, in seconds. */
export const tokenLasts = 3_600;
/** So many wrong codes and only the link is left. */
const mostWrongCodes = 10;
/** Marks links whose session is fetched by whoever began, with a verifier. */
export const flowPrefix = 'pkce_';
const columns = 'user_id as "userId", kind, address, flow_id as "flowId", code_hash as "codeHash"';

/** Codes and links sent by mail, each good once and for an hour. Rows hold peppered hashes of them. */
@Injectable()
export class OneTimeTokens {
  readonly #pepper: string;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    { secrets }: Config,
  ) {
    this.#pepper = secrets.passwords;
  }

  /** A new token; the older one of this kind is worth nothing from now on. */
  async mint({ userId, kind, address, flowId }: New): Promise<Minted> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const link = `${flowId ? flowPrefix : ''}${randomBytes(28).toString('hex')}`;
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + tokenLasts * 1000);
    await this.database.query('delete from identity.one_time_tokens where expires_at <= $1', [now]);
    await this.database.query(
      `insert into identity.one_time_tokens (user_id, kind, address, code_hash, link_hash, flow_id, expires_at)
       values ($1, $2, $3, $4, $5, (select id from identity.flow_states where id = $6), $7)
       on conflict (user_id, kind) do update set address = excluded.address, code_hash = excluded.code_hash,
         link_hash = excluded.link_hash, flow_id = excluded.flow_id, expires_at = excluded.expires_at, wrong_codes = 0`,
      [userId, kind, address, this.#hashedCode(address, code), this.#hashed(link), flowId, expiresAt],
    );
    return { code, link };
  }

  /** Takes the token a link holds; undefined where there is none, or no more. */
  async spendLink(kinds: readonly TokenKind[], link: string): Promise<Spent | undefined> {
    const [row] = await this.database.query<Spent>(
      `delete from identity.one_time_tokens where link_hash = $1 and kind = any($2) and expires_at > $3
       returning user_id as "userId", kind, address, flow_id as "flowId"`,
      [this.#hashed(link), kinds, this.clock.now()],
    );
    return row;
  }

  /** Takes the token that a code sent to this address stands for. Wrong codes are counted. */
  spendCode(kinds: readonly TokenKind[], address: string, code: string, userId?: string): Promise<Spent | undefined> {
    return this.database.transaction(async (within) => {
      const rows = await within.query<Row>(
        `select ${columns} from identity.one_time_tokens
         where address = $1 and kind = any($2) and ($3::uuid is null or user_id = $3) and expires_at > $4 and wrong_codes < $5
         order by user_id, kind for update`,
        [address, kinds, userId ?? null, this.clock.now(), mostWrongCodes],
      );
      const tried = this.#hashedCode(address, code);
      const right = rows.find(({ codeHash }) => timingSafeEqual(codeHash, tried));
      if (!right) {
        for (const row of rows) await countWrong(within, row);
        return undefined;
      }
      await within.query('delete from identity.one_time_tokens where user_id = $1 and kind = $2', [
        right.userId,
        right.kind,
      ]);
      const { codeHash: _, ...spent } = right;
      return spent;
    });
  }

  /** Makes all that was sent to somebody worthless, also what a link has begun and a code is still to end. */
  async forget(within: Queryable, userId: string): Promise<void> {
    await within.query('delete from identity.one_time_tokens where user_id = $1', [userId]);
    await within.query('delete from identity.flow_states where user_id = $1', [userId]);
  }

  /** GoTrue's hash of address and code, under the pepper: six digits alone would be found by trying. */
  #hashedCode(address: string, code: string): Buffer {
    return this.#hashed(
      createHash('sha224')
        .update(address + code)
        .digest('hex'),
    );
  }

  #hashed(text: string): Buffer {
    return createHmac('sha256', this.#pepper).update(`one-time-token\n${text}`).digest();
  }
}

const countWrong = (within: Queryable, { userId, kind }: Spent): Promise<unknown> =>
  within.query('update identity.one_time_tokens set wrong_codes = wrong_codes + 1 where user_id = $1 and kind = $2', [
    userId,
    kind,
  ]);
