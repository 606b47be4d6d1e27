import { Command } from 'commander';
import { readConfig } from '#platform';
import { createApi } from '../../api/src/api.module.ts';
import { work } from '../../worker/src/worker.module.ts';
import { reachDatabase } from './database.ts';
import { loadDemo } from './demo-story.ts';
import { withFreePort } from './port.ts';
import { migrated } from './servers.ts';

export const demo = (): Command =>
  new Command('demo')
    .description('people, packages, leads and bookings to look at')
    .addCommand(new Command('load').description('add them, once, by the commands that the screens send').action(load));

/** A checkout is paid over HTTP, so the product listens for as long as this takes. */
const load = async (): Promise<void> => {
  const reached = await reachDatabase(await withFreePort(readConfig({ ...process.env, PORT: '0', PUBLIC_URL: '' })));
  try {
    await migrated(reached.config);
    const api = await createApi(reached.config);
    try {
      await api.listen(reached.config.port, reached.config.host);
      work(api);
      console.log((await loadDemo(api)) ? 'The demo is loaded' : 'The demo was loaded before');
    } finally {
      await api.close();
    }
  } finally {
    await reached.stop();
  }
};
