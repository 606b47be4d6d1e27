// How long the items of a large gallery take to be read, against the bare SQL of the same rows.
import { Client } from 'pg';
import sharp from 'sharp';
import { BenchGallery } from './gallery-client.ts';
import { cpuDuring } from './process-usage.ts';
import { withProduct } from './product.ts';
import { withPostgres } from './setup.ts';
import { median, printResult, spread } from './statistics.ts';

const items = Number(process.env.BENCH_ITEMS ?? 1_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 30);
const uploadsAtOnce = 4;

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const fill = async (gallery: BenchGallery): Promise<void> => {
  const create = { width: 60, height: 40, channels: 3, background: '#cc8844' } as const;
  const content = await sharp({ create }).jpeg().toBuffer();
  let count = 0;
  const work = async () => {
    while (count < items) {
      count += 1;
      await gallery.upload(`photo-${count}.jpg`, content);
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, work));
  await gallery.deliver();
};

export const gallery = (): Promise<void> =>
  withPostgres((url) =>
    withProduct(url, async (product) => {
      const page = await BenchGallery.create(product.url);
      await fill(page);
      const raw = new Client({ connectionString: url });
      await raw.connect();
      const sql = `select * from read.gallery_items_v1 where gallery_id = $1 order by sort_order, created_at, id limit 1000`;
      const readRows = async () => JSON.stringify((await raw.query(sql, [page.id])).rows);
      const [ceilings, times, compressed]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < rounds; round += 1) {
        ceilings.push(await milliseconds(readRows));
        times.push(await milliseconds(() => page.readItems('identity')));
        compressed.push(await milliseconds(() => page.readItems('gzip')));
      }
      // Not in the same rounds, because the CPU time of a process is counted in ticks of 10 ms.
      const cpuOfRounds = async (pid: number, work: () => Promise<unknown>) => {
        const { cpu } = await cpuDuring(pid, async () => {
          for (let round = 0; round < rounds; round += 1) await work();
        });
        return (cpu / rounds).toFixed(1);
      };
      const cpuOfSql = await cpuOfRounds(process.pid, readRows);
      const cpuOfRoute = await cpuOfRounds(product.pid, () => page.readItems('identity'));
      await raw.end();
      const text = await page.readItems('identity');
      const { items: read } = JSON.parse(text) as { items: unknown[] };
      const ratios = times.map((time, round) => time / (ceilings[round] ?? Number.NaN));
      console.log(`bare SQL        ${median(ceilings).toFixed(1)} ms for ${read.length} items, with their JSON`);
      console.log(`the route       ${median(times).toFixed(1)} ms over HTTP   ratio ${spread(ratios)}`);
      console.log(`CPU time        ${cpuOfSql} ms of the process that reads the SQL, ${cpuOfRoute} ms of the product`);
      console.log(`compressed      ${median(compressed).toFixed(1)} ms over HTTP, ${text.length} characters`);
      printResult('gallery', median(times), median(ceilings));
    }),
  );
