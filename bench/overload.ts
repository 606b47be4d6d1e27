// Response times and failures on an overloaded machine: reads and writes at a fixed rate, first alone, then beside
// programs that only use CPU.
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { withProduct } from './product.ts';
import { withPostgres } from './setup.ts';
import { printResult } from './statistics.ts';
import { p99, signUpClients, summary, underLoad } from './steady-load.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 25);
const busy = Number(process.env.BENCH_BUSY ?? 4);
const cpuLoad = new URL('./cpu-load.ts', import.meta.url);

export const overload = (): Promise<void> =>
  withPostgres((url) =>
    withProduct(url, async (product) => {
      const clients = await signUpClients(product.url);
      await underLoad(clients, sleep(5_000));
      const resultAlone = await underLoad(clients, sleep(seconds * 1_000));
      console.log(summary('alone', resultAlone));
      const otherPrograms = Array.from({ length: busy }, () => fork(cpuLoad));
      const resultBesidePrograms = await underLoad(clients, sleep(seconds * 1_000)).finally(() => {
        for (const other of otherPrograms) other.kill();
      });
      console.log(summary(`beside ${busy}`, resultBesidePrograms));
      printResult('overload', p99(resultBesidePrograms), p99(resultAlone));
    }),
  );
