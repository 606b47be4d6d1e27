import { Injectable } from '@nestjs/common';
import { Database } from '#platform/postgres';
import type { Upload } from './upload-purpose.ts';

/** How long an upload may take, in hours. */
export const uploadHours = 24;

const columns = `id, person, purpose, target_id as "targetId", file_name as "fileName", content_type as "contentType",
  size::float8 as size, sha256, created_at as "createdAt", finished_at as "finishedAt"`;

/** An upload as it is stored. */
export type UploadRow = Upload & { readonly finishedAt: Date | null };

/** The uploads that have begun. Finished ones are kept until they expire, so that repeated requests are recognised. */
@Injectable()
export class UploadRows {
  constructor(private readonly database: Database) {}

  async insert(upload: Omit<Upload, 'createdAt'>): Promise<void> {
    const { id, person, purpose, targetId, fileName, contentType, size, sha256 } = upload;
    await this.database.query(
      `insert into uploads.uploads (id, person, purpose, target_id, file_name, content_type, size, sha256)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, person, purpose, targetId, fileName, contentType, size, sha256],
    );
  }

  async find(id: string): Promise<UploadRow | undefined> {
    const sql = `select ${columns} from uploads.uploads where id = $1`;
    return (await this.database.query<UploadRow>(sql, [id]))[0];
  }

  /** How many unfinished uploads a person has, and how many bytes they may become. */
  async unfinished(person: string): Promise<{ count: number; bytes: number }> {
    const sql = `select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from uploads.uploads
      where person = $1 and finished_at is null`;
    const [found] = await this.database.query<{ count: number; bytes: number }>(sql, [person]);
    return found ?? { count: 0, bytes: 0 };
  }

  async markFinished(id: string): Promise<void> {
    await this.database.query('update uploads.uploads set finished_at = now() where id = $1', [id]);
  }

  async remove(id: string): Promise<void> {
    await this.database.query('delete from uploads.uploads where id = $1', [id]);
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
