// How fast pictures are decoded and copied: the product's pipeline against the same copies and placeholder made with sharp
// alone.
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { derivativeWidths, PictureProcesses } from '#platform/images';
import { cpuOf } from './process-usage.ts';
import { median, printResult, spread } from './statistics.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 30);
/** How many pictures are decoded at the same time, in short rounds that alternate, so that other work slows both. */
const atOnce = Number(process.env.BENCH_PICTURES ?? 2);
const [width, height] = [4_000, 3_000];

/** Photos of 12 megapixels: blurred noise, 1.4 MB each. */
const photos = (): Promise<readonly Buffer[]> =>
  Promise.all(
    Array.from({ length: atOnce }, async (_, i) => {
      const noise = { type: 'gaussian', mean: 110 + i, sigma: 20 } as const;
      const create = { width, height, channels: 3, background: '#000000', noise } as const;
      return sharp({ create }).blur(2).jpeg({ quality: 92 }).toBuffer();
    }),
  );

/** Makes the product's copies and its placeholder with the same settings, but without its checks. */
const withSharpAlone = async (content: Buffer): Promise<void> => {
  const decodedPhoto = sharp(content, { sequentialRead: true }).autoOrient().keepIccProfile();
  await Promise.all([
    decodedPhoto
      .clone()
      .resize({ width: 3_840, height: 3_840, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 88 })
      .toBuffer(),
    ...derivativeWidths.map((copyWidth) =>
      decodedPhoto.clone().resize({ width: copyWidth, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer(),
    ),
    placeholderOf(decodedPhoto.clone()),
  ]);
};

const placeholderOf = async (photo: Sharp): Promise<string> => {
  const small = photo.resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true }).ensureAlpha().raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
};

/** Pictures per second, and the CPU time of one picture in milliseconds. */
type Cost = { readonly rate: number; readonly cpu: number };

/** The cost of the work with all pictures of a round, in the processes that exist when it ends. */
const costOf = async (processIds: () => readonly number[], work: () => Promise<unknown>): Promise<Cost> => {
  const cpuTimes = async () =>
    new Map(await Promise.all(processIds().map(async (id) => [id, await cpuOf(id)] as const)));
  const [before, startedAt] = [await cpuTimes(), performance.now()];
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = [...(await cpuTimes())].reduce((sum, [id, cpu]) => sum + cpu - (before.get(id) ?? 0), 0);
  return { rate: atOnce / seconds, cpu: used / atOnce };
};

const rates = (costs: readonly Cost[]): readonly number[] => costs.map(({ rate }) => rate);
const textOf = (costs: readonly Cost[]): string =>
  `${median(rates(costs)).toFixed(2)} pictures a second, ${median(costs.map(({ cpu }) => cpu)).toFixed(0)} ms of CPU each`;

export const images = async (): Promise<void> => {
  const contents = await photos();
  const processes = new PictureProcesses();
  const withSharp = () => Promise.all(contents.map(withSharpAlone));
  const withPipeline = () => Promise.all(contents.map((content) => processes.derive(content)));
  // The first pictures start the processes and load sharp.
  await withSharp();
  await withPipeline();
  const [alone, pipeline]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await costOf(() => [process.pid], withSharp));
    pipeline.push(await costOf(() => [process.pid, ...processes.ids], withPipeline));
  }
  processes.onApplicationShutdown();
  const ratios = pipeline.map(({ rate }, round) => rate / (alone[round]?.rate ?? Number.NaN));
  const cpuRatios = pipeline.map(({ cpu }, round) => (alone[round]?.cpu ?? Number.NaN) / cpu);
  console.log(`sharp alone     ${textOf(alone)}`);
  console.log(`the pipeline    ${textOf(pipeline)}`);
  console.log(
    `ratio           of pictures a second ${spread(ratios)}, of pictures for the same CPU time ${spread(cpuRatios)}`,
  );
  printResult('images', median(rates(pipeline)), median(rates(alone)));
};
