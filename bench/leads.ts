// Measures pages of 100,000 leads over HTTP, compared with a bare server that reads a page with one statement.
import { atRate, concurrency, formatLoadResult, oneByOne, saturate, type Target, warmUp } from './http-load.ts';
import { withMarketplace } from './marketplace.ts';
import { startPlainServer } from './plain-server.ts';
import { cpuDuring } from './process-usage.ts';
import { median, printResult, spread } from './statistics.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const requests = Number(process.env.BENCH_REQUESTS ?? 300);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const rate = Number(process.env.BENCH_RATE ?? 1_500);
/**
 * V8 compiles the functions of the product, which are many more than those of the bare server, while they are used. At a
 * fixed rate the load generator opens more connections, and some of the first responses take 70 to 150 ms.
 */
const warmUpSeconds = 30;

const cursorOfPage = async (url: string, token: string, pages: number): Promise<string> => {
  let cursor = '';
  for (let page = 0; page < pages; page++) {
    const response = await fetch(`${url}?limit=100${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    cursor = ((await response.json()) as { nextCursor: string }).nextCursor;
  }
  return cursor;
};

export const leads = (): Promise<void> =>
  withMarketplace(async ({ product, databaseUrl, creatorToken: token, signInCreator }) => {
    const list = `${product.url}/api/v1/leads`;
    const matches = `${product.url}/functions/v1/match-leads`;
    const cursor = await cursorOfPage(list, token, 20);
    const kinds: Record<string, Target> = {
      'newest 20': { token, urlOf: () => list },
      'after 2,000 leads': { token, urlOf: () => `${list}?cursor=${cursor}` },
      'kind and budget': { token, urlOf: () => `${list}?eventType=wedding&budgetMin=300000&budgetMax=400000` },
      'place, kind, budget and dates': {
        token,
        urlOf: (n) =>
          `${list}?location=${['Austin, TX', 'Savannah', 'Leeds', 'Montr'][n % 4]}&eventType=birthday&budgetMin=900000&from=2027-06-01`,
      },
      'a place that no lead has': { token, urlOf: () => `${list}?location=Nowhere` },
      'best match': { token, method: 'POST', urlOf: () => matches },
      'best match in one place': { token, method: 'POST', urlOf: () => `${matches}?location=Savannah` },
      'best match in no place': { token, method: 'POST', urlOf: () => `${matches}?location=Nowhere` },
    };
    await warmUp(Object.values(kinds), requests);
    for (const [name, target] of Object.entries(kinds))
      console.log(formatLoadResult(name, await oneByOne(target, requests)));
    // Each user has a session of their own.
    const tokens: string[] = [];
    for (let user = 0; user < concurrency; user += 1) tokens.push(await signInCreator());
    const newest: Target = { token: tokens, urlOf: () => list };
    const plain = await startPlainServer(new URL('./plain-list-server.ts', import.meta.url), databaseUrl);
    try {
      const bare: Target = { urlOf: () => plain.url };
      for (const target of [newest, bare]) await saturate(target, warmUpSeconds);
      const [rates, ceilings]: [number[], number[]] = [[], []];
      const measure = async (name: string, pid: number, target: Target) => {
        const { result, cpu } = await cpuDuring(pid, () => saturate(target, seconds));
        console.log(`${formatLoadResult(name, result)}   ${(cpu / result.requests).toFixed(2)} ms of CPU`);
        return result.perSecond;
      };
      // One after the other, so that other work on the machine affects both.
      for (let round = 0; round < rounds; round += 1) {
        rates.push(await measure('newest 20, eight users', product.pid, newest));
        ceilings.push(await measure('bare server, eight users', plain.pid, bare));
      }
      await atRate(newest, rate, warmUpSeconds);
      console.log(formatLoadResult(`newest 20, ${rate} a second`, await atRate(newest, rate, seconds * rounds)));
      console.log(`ratio ${spread(rates.map((rate, round) => rate / (ceilings[round] ?? Number.NaN)))}`);
      printResult('leads', median(rates), median(ceilings));
    } finally {
      plain.stop();
    }
  });
