import { Injectable } from '@nestjs/common';
import { Database } from '#platform/postgres';
import type { Upload } from './upload-purpose.ts';

/** How long an upload may take, in hours. */
export const uploadHours = 24;

const columns = `id, person, purpose, target_id as "targetId", file_name as "fileName", content_type as "contentType",
  size::float8 as size, sha256, created_at as "createdAt", finished_at as "finishedAt"`;

/** The first key of the advisory locks under which uploads begin. */
const creationLock = 7_310_586;

/** How many unfinished uploads one person may have, and how many bytes they may become. */
export type Unfinished = { readonly count: number; readonly bytes: number };

/** An upload as it is stored. */
export type UploadRow = Upload & { readonly finishedAt: Date | null };

/** The uploads that have begun. Finished ones are kept until they expire, so that repeated requests are recognized. */
@Injectable()
export class UploadRows {
  constructor(private readonly database: Database) {}

  /** Inserts an upload, and returns whether the person's unfinished uploads are then still within these limits. */
  insertWithin(limits: Unfinished, upload: Omit<Upload, 'createdAt'>): Promise<boolean> {
    const { id, person, purpose, targetId, fileName, contentType, size, sha256 } = upload;
    return this.database.transaction(async (within) => {
      // Parallel requests of one person are counted one after another; a statement sees what was committed before it
      // began.
      await within.query('select pg_advisory_xact_lock($1, hashtext($2))', [creationLock, person]);
      const inserted = await within.query(
        `insert into uploads.uploads (id, person, purpose, target_id, file_name, content_type, size, sha256)
         select $1::uuid, $2::uuid, $3, $4, $5, $6, $7::bigint, $8 from uploads.uploads
         where person = $2 and finished_at is null
         having count(*) < $9 and coalesce(sum(size), 0) + $7 <= $10
         returning id`,
        [id, person, purpose, targetId, fileName, contentType, size, sha256, limits.count, limits.bytes],
      );
      return inserted.length > 0;
    });
  }

  async find(id: string): Promise<UploadRow | undefined> {
    const sql = `select ${columns} from uploads.uploads where id = $1`;
    return (await this.database.query<UploadRow>(sql, [id]))[0];
  }

  async markFinished(id: string): Promise<void> {
    await this.database.query('update uploads.uploads set finished_at = now() where id = $1', [id]);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.database.query('delete from uploads.uploads where id = any($1)', [ids]);
  }

  /** All uploads that have begun and are not finished. */
  underWay(): Promise<readonly UploadRow[]> {
    return this.database.query<UploadRow>(`select ${columns} from uploads.uploads where finished_at is null`);
  }

  /** Ids of uploads that have expired, the oldest first. */
  async expired(): Promise<readonly string[]> {
    const sql =
      'select id from uploads.uploads where created_at < now() - make_interval(hours => $1) order by created_at';
    return (await this.database.query<{ id: string }>(sql, [uploadHours])).map(({ id }) => id);
  }

  /** Ids of all uploads of a person. */
  async of(person: string): Promise<readonly string[]> {
    const sql = 'select id from uploads.uploads where person = $1';
    return (await this.database.query<{ id: string }>(sql, [person])).map(({ id }) => id);
  }

  /** What tus stores about an upload. */
  async state<State>(id: string): Promise<State | undefined> {
    const sql = 'select state from uploads.uploads where id = $1 and state is not null';
    return (await this.database.query<{ state: State }>(sql, [id]))[0]?.state;
  }

  async setState(id: string, state: object | null): Promise<void> {
    await this.database.query('update uploads.uploads set state = $2 where id = $1', [id, state]);
  }
}
