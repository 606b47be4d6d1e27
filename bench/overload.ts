// What users notice when the machine is overloaded: reads and writes at a fixed rate, first alone, then beside programs that
// only use CPU.
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { noticed, p99, told, visitorsAt } from './noticed.ts';
import { served } from './product.ts';
import { conclude, inPostgres } from './world.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 25);
const busy = Number(process.env.BENCH_BUSY ?? 4);
const computing = new URL('./computing.ts', import.meta.url);

export const overload = (): Promise<void> =>
  inPostgres((url) =>
    served(url, async (product) => {
      const visitors = await visitorsAt(product.url);
      await noticed(visitors, sleep(5_000));
      const alone = await noticed(visitors, sleep(seconds * 1_000));
      console.log(told('alone', alone));
      const others = Array.from({ length: busy }, () => fork(computing));
      const beside = await noticed(visitors, sleep(seconds * 1_000)).finally(() => {
        for (const other of others) other.kill();
      });
      console.log(told(`beside ${busy}`, beside));
      conclude('overload', p99(beside), p99(alone));
    }),
  );
