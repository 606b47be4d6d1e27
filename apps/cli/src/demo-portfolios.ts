import type { INestApplicationContext } from '@nestjs/common';
import { AddPortfolioPicture, CatalogQueries, DescribePortfolioPicture } from '#catalog';
import { uuidFrom } from '#platform/context';
import { drawScene } from '#platform/images';
import { ObjectExists, Storage } from '#platform/storage';
import { DemoCommands } from './demo-commands.ts';
import { demoPortfolios, type Name } from './demo-data.ts';

/** Pictures of a portfolio alternate between landscape and portrait. In pixels. */
const shapes = [
  [1_500, 1_000],
  [1_200, 1_200],
  [1_500, 1_000],
  [1_000, 1_500],
] as const;

/**
 * Fills the demo's portfolios with drawn pictures, which pass through the same processing as uploads. Portfolios with
 * pictures are left alone. `scale` makes the pictures smaller.
 */
export const loadDemoPortfolios = async (
  product: INestApplicationContext,
  signal: AbortSignal,
  scale = 1,
): Promise<void> => {
  const demo = new DemoCommands(product);
  for (const [index, name] of (Object.keys(demoPortfolios) as Name[]).entries()) {
    const creatorId = await demo.idOf(name);
    const { items } = await demo.get(CatalogQueries).ownPortfolio(creatorId);
    if (items.length === 0) await loadPortfolio(demo, name, creatorId, (index + 1) * 10, signal, scale);
  }
};

const loadPortfolio = async (
  demo: DemoCommands,
  name: Name,
  creatorId: string,
  seed: number,
  signal: AbortSignal,
  scale: number,
): Promise<void> => {
  for (const [place, { scene, ...texts }] of (demoPortfolios[name] ?? []).entries()) {
    if (signal.aborted) return;
    const [width, height] = shapes[place % shapes.length] ?? shapes[0];
    const pictureId = uuidFrom(`demo ${creatorId} ${place}`);
    const original = `private/${creatorId}/portfolio-${pictureId}.jpg`;
    await demo
      .get(Storage)
      .write(original, await drawScene(scene, seed + place, width * scale, height * scale))
      .catch((error: unknown) => {
        if (!(error instanceof ObjectExists)) throw error;
      });
    const picture = { creatorId, pictureId, fileName: `${scene}.jpg`, original, timestamp: 1_767_225_600_000 + place };
    await demo.send(name, `picture-${place}`, new AddPortfolioPicture(picture));
    await demo.send(name, `caption-${place}`, new DescribePortfolioPicture(pictureId, texts));
  }
};
