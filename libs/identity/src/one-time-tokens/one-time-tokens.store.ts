import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database, type Queryable } from '#platform/postgres';
import { Clock } from '../clock/index.ts';

/** The purpose of a token. A token proves that its user receives the mail of the address it was sent to. */
export type TokenKind =
  | 'confirmation'
  | 'recovery'
  | 'magic-link'
  | 'reauthentication'
  | 'email-change-current'
  | 'email-change-new';
/** One token in two forms: six digits to type, or a link to follow. Only the mail contains them in clear text. */
export type NewToken = { readonly code: string; readonly link: string };
export type ConsumedToken = {
  readonly userId: string;
  readonly kind: TokenKind;
  readonly address: string;
  readonly flowId: string | null;
};
type New = ConsumedToken & { readonly flowId: string | null };
type Row = ConsumedToken & { codeHash: Buffer };

/** How long a token is valid, in seconds. */
export const tokenLifetime = 3_600;
/** After this many wrong codes, only the link works. */
const maxWrongCodes = 10;
/** Marks links of a PKCE flow: the client that started the flow gets the session with its verifier. */
export const flowPrefix = 'pkce_';
const columns = 'user_id as "userId", kind, address, flow_id as "flowId", code_hash as "codeHash"';

/** Codes and links sent by mail. Each works once and for an hour; the rows hold peppered hashes of them. */
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

  /** Creates a token and invalidates the user's previous one of this kind. */
  async create({ userId, kind, address, flowId }: New): Promise<NewToken> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const link = `${flowId ? flowPrefix : ''}${randomBytes(28).toString('hex')}`;
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + tokenLifetime * 1000);
    await this.database.query('delete from identity.one_time_tokens where expires_at <= $1', [now]);
    await this.database.query(
      `insert into identity.one_time_tokens (user_id, kind, address, code_hash, link_hash, flow_id, expires_at)
       values ($1, $2, $3, $4, $5, (select id from identity.flow_states where id = $6), $7)
       on conflict (user_id, kind) do update set address = excluded.address, code_hash = excluded.code_hash,
         link_hash = excluded.link_hash, flow_id = excluded.flow_id, expires_at = excluded.expires_at, wrong_codes = 0`,
      [userId, kind, address, this.#hashCode(address, code), this.#hash(link), flowId, expiresAt],
    );
    return { code, link };
  }

  /** Uses up the token of a link; undefined if it is unknown, used or expired. */
  async consumeLink(kinds: readonly TokenKind[], link: string): Promise<ConsumedToken | undefined> {
    const [row] = await this.database.query<ConsumedToken>(
      `delete from identity.one_time_tokens where link_hash = $1 and kind = any($2) and expires_at > $3
       returning user_id as "userId", kind, address, flow_id as "flowId"`,
      [this.#hash(link), kinds, this.clock.now()],
    );
    return row;
  }

  /** Uses up the token whose code was sent to this address. Wrong codes are counted. */
  consumeCode(
    kinds: readonly TokenKind[],
    address: string,
    code: string,
    userId?: string,
  ): Promise<ConsumedToken | undefined> {
    return this.database.transaction(async (within) => {
      const rows = await within.query<Row>(
        `select ${columns} from identity.one_time_tokens
         where address = $1 and kind = any($2) and ($3::uuid is null or user_id = $3) and expires_at > $4 and wrong_codes < $5
         order by user_id, kind for update`,
        [address, kinds, userId ?? null, this.clock.now(), maxWrongCodes],
      );
      const triedHash = this.#hashCode(address, code);
      const matching = rows.find(({ codeHash }) => timingSafeEqual(codeHash, triedHash));
      if (!matching) {
        for (const row of rows) await countWrong(within, row);
        return undefined;
      }
      await within.query('delete from identity.one_time_tokens where user_id = $1 and kind = $2', [
        matching.userId,
        matching.kind,
      ]);
      const { codeHash: _, ...used } = matching;
      return used;
    });
  }

  /** Invalidates all tokens of a user, and all flows whose link was followed but whose code was not yet redeemed. */
  async deleteAllOf(within: Queryable, userId: string): Promise<void> {
    await within.query('delete from identity.one_time_tokens where user_id = $1', [userId]);
    await within.query('delete from identity.flow_states where user_id = $1', [userId]);
  }

  /**
   * GoTrue's hash of address and code, with the pepper: without it, six digits could be found by trying all of them.
   */
  #hashCode(address: string, code: string): Buffer {
    return this.#hash(
      createHash('sha224')
        .update(address + code)
        .digest('hex'),
    );
  }

  #hash(text: string): Buffer {
    return createHmac('sha256', this.#pepper).update(`one-time-token\n${text}`).digest();
  }
}

const countWrong = (within: Queryable, { userId, kind }: ConsumedToken): Promise<unknown> =>
  within.query('update identity.one_time_tokens set wrong_codes = wrong_codes + 1 where user_id = $1 and kind = $2', [
    userId,
    kind,
  ]);
