import { Client } from 'pg';

/**
 * Repeats the items of a gallery until there are `count`, as rows of the read table: all with the files of the first
 * ones, so that nothing has to be uploaded and processed.
 */
export const multiplyGalleryItems = async (database: string, galleryId: string, count: number): Promise<void> => {
  const client = new Client(database);
  await client.connect();
  try {
    const { rows } = await client.query(
      "select table_name as name from information_schema.tables where table_schema = 'read' and table_name like 'gallery_items%'",
    );
    const table = `read."${rows[0]?.name}"`;
    const { rows: existing } = await client.query(`select count(*)::int as count from ${table} where gallery_id = $1`, [
      galleryId,
    ]);
    await client.query(
      `insert into ${table}
       select (jsonb_populate_record(null::${table},
         to_jsonb(item) || jsonb_build_object('id', 'gallery-item-' || gen_random_uuid(), 'sort_order', n))).*
       from ${table} item, generate_series(1, $2::int / $3::int - 1) n where gallery_id = $1`,
      [galleryId, count, existing[0]?.count],
    );
  } finally {
    await client.end();
  }
};

/** Makes a gallery look as it does 12 months after its delivery, when its files were removed. */
export const removeGalleryFiles = async (database: string, galleryId: string, at: string): Promise<void> => {
  const client = new Client(database);
  await client.connect();
  try {
    const { rows } = await client.query(
      "select table_name as name from information_schema.tables where table_schema = 'read' and table_name ~ '^galleries_v[0-9]+$'",
    );
    await client.query(
      `update read."${rows[0]?.name}" set files_removed_at = $2, state = state || '{"filesRemoved": true}' where id = $1`,
      [galleryId, at],
    );
  } finally {
    await client.end();
  }
};
