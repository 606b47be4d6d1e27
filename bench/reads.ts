// Whether users read their own writes: after every acknowledged write, reads that must show it.

import { BenchClient, countFailures, type ReadResult, withProduct } from './product.ts';
import { withPostgres } from './setup.ts';
import { percentile, printResult } from './statistics.ts';

const wantedReads = Number(process.env.BENCH_CHECKS ?? 100_000);
const clientCount = Number(process.env.BENCH_WRITERS ?? 8);

const p = (values: readonly number[], share: number): string => `${percentile(values, share).toFixed(1)} ms`;

export const reads = (): Promise<void> =>
  withPostgres((url) =>
    withProduct(url, async (product) => {
      const [seen, posted]: [ReadResult[], number[]] = [[], []];
      const startedAt = performance.now();
      const writeAndRead = async (client: BenchClient) => {
        while (seen.length < wantedReads) {
          posted.push(await client.post());
          seen.push(await client.listOwn(), await client.readNewest());
        }
      };
      const signingUp = Array.from({ length: clientCount }, (_, i) => BenchClient.signUp(product.url, `client-${i}`));
      await Promise.all((await Promise.all(signingUp)).map(writeAndRead));
      const seconds = (performance.now() - startedAt) / 1_000;
      const failures = seen.flatMap(({ failure }) => failure ?? []);
      const staleCount = seen.filter((each) => each.stale).length;
      const took = seen.map((each) => each.took);
      console.log(
        `${posted.length} writes in ${seconds.toFixed(0)} s, until they can be read   p50 ${p(posted, 0.5)}  p99 ${p(posted, 0.99)}`,
      );
      console.log(
        `${seen.length} reads of acknowledged writes    ${countFailures(failures)}  ${staleCount} stale   p50 ${p(took, 0.5)}  p99 ${p(took, 0.99)}`,
      );
      printResult('reads', seen.length - failures.length - staleCount, seen.length);
    }),
  );
