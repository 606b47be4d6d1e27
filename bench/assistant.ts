// The assistant with the built-in engine: what it answers to 200 descriptions over the demo's catalog, and how soon
// among 10,000 creators.
import { plannedBriefs } from './assistant-briefs.ts';
import { ask, askAgain, askInjected, evaluateAssistant } from './assistant-evaluation.ts';
import { withMarketplace } from './marketplace.ts';
import { withProduct } from './product.ts';
import { withPostgres } from './setup.ts';
import { percentile, printResult } from './statistics.ts';

const requests = Number(process.env.BENCH_REQUESTS ?? 200);
/** The goal for the first words of an answer, in milliseconds. */
const goal = 300;

const evaluate = async (url: string, today: string): Promise<void> => {
  const { counts, outsideCatalog, mistakes } = await evaluateAssistant(url, today);
  for (const mistake of mistakes) console.log(`Wrong: ${mistake}\n`);
  for (const [kind, { all, right }] of Object.entries(counts))
    console.log(`${kind}: ${right} of ${all} right (${((right / all) * 100).toFixed(1)} %)`);
  console.log(`Vendors outside the catalog: ${outsideCatalog}`);
  const { all, changed } = await askInjected(url, today);
  console.log(`Descriptions with orders that changed the answer: ${changed.length} of ${all}`);
  const repeated = await askAgain(url, today);
  console.log(`Descriptions whose second answer differed: ${repeated.changed.length} of ${repeated.all}`);
};

export const assistant = async (): Promise<void> => {
  const today = new Date().toISOString().slice(0, 10);
  await withPostgres((database) => withProduct(database, ({ url }) => evaluate(url, today), { FESTOON_DEMO: 'true' }));
  await withMarketplace(async ({ product }) => {
    const briefs = plannedBriefs(today);
    const waits: number[] = [];
    for (let i = 0; i < requests; i++) {
      const { firstTextAfter } = await ask(product.url, briefs[i % briefs.length]?.texts[0] ?? '');
      if (i >= requests / 10) waits.push(firstTextAfter);
    }
    const [half, slowest] = [percentile(waits, 0.5), percentile(waits, 0.99)];
    console.log(`First words among 10,000 creators: p50 ${half.toFixed(0)} ms, p99 ${slowest.toFixed(0)} ms`);
    console.log(`Goal: p99 at most ${goal} ms, ${slowest <= goal ? 'reached' : 'missed'}`);
    printResult('assistant', 1_000 / slowest, 1_000 / goal);
  });
};
