// How fast pictures are decoded and copied: the product's pipeline against the same copies made with sharp alone.
import sharp from 'sharp';
import { derivativeWidths, PictureProcesses } from '#platform/images';
import { median, printResult, spread } from './statistics.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const pictures = Number(process.env.BENCH_PICTURES ?? 8);
const [width, height] = [4_000, 3_000];

/** Photos of 12 megapixels: a gradient with noise, which compresses about as well as a real photo. */
const photos = (): Promise<readonly Buffer[]> =>
  Promise.all(
    Array.from({ length: pictures }, async (_, i) => {
      const noise = { type: 'gaussian', mean: 110 + i, sigma: 20 } as const;
      const create = { width, height, channels: 3, background: '#000000', noise } as const;
      return sharp({ create }).blur(2).jpeg({ quality: 92 }).toBuffer();
    }),
  );

/** Makes the product's copies with the same settings, but without its checks and its placeholder. */
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
  ]);
};

/** Pictures per second, two at a time. */
const rateOf = async (contents: readonly Buffer[], derive: (content: Buffer) => Promise<unknown>): Promise<number> => {
  const waitingContents = [...contents];
  const startedAt = performance.now();
  const work = async () => {
    for (let content = waitingContents.pop(); content; content = waitingContents.pop()) await derive(content);
  };
  await Promise.all([work(), work()]);
  return contents.length / ((performance.now() - startedAt) / 1_000);
};

export const images = async (): Promise<void> => {
  const contents = await photos();
  const processes = new PictureProcesses();
  const [ceilings, rates]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ceilings.push(await rateOf(contents, withSharpAlone));
    rates.push(await rateOf(contents, (content) => processes.derive(content)));
  }
  processes.onApplicationShutdown();
  const ratios = rates.map((rate, round) => rate / (ceilings[round] ?? Number.NaN));
  console.log(`sharp alone     ${median(ceilings).toFixed(2)} pictures of 12 megapixels a second`);
  console.log(`the pipeline    ${median(rates).toFixed(2)} pictures a second   ratio ${spread(ratios)}`);
  printResult('images', median(rates), median(ceilings));
};
