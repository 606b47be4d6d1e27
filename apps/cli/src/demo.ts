import { Command } from 'commander';
import { readConfig } from '#platform/config';
import { createApi } from '../../api/src/api.module.ts';
import { startWork } from '../../worker/src/worker.module.ts';
import { reachDatabase } from './database.ts';
import { loadDemo } from './demo-story.ts';
import { withFreePort } from './port.ts';
import { migrated } from './servers.ts';

type Output = { readonly json?: boolean };

const examples = `
Examples:
  festoon demo load
  FESTOON_DATA=/srv/festoon festoon demo load --json

The people sign up with a password that is published: never load it where real people are. Loaded again it adds nothing;
what an interrupted call has done is not done again.`;

export const demo = (): Command =>
  new Command('demo')
    .description('people, packages, leads and bookings to look at')
    .addHelpText('after', examples)
    .addCommand(
      new Command('load')
        .description('add them, once, by the commands that the screens send')
        .option('--json', 'one JSON object')
        .addHelpText('after', examples)
        .action(load),
    );

/** A checkout is paid over HTTP, so the product listens for as long as this takes. */
const load = async ({ json }: Output): Promise<void> => {
  const reached = await reachDatabase(await withFreePort(readConfig({ ...process.env, PORT: '0', PUBLIC_URL: '' })));
  try {
    await migrated(reached.config);
    const api = await createApi(reached.config);
    try {
      await api.listen(reached.config.port, reached.config.host);
      await startWork(api);
      const loaded = await loadDemo(api);
      if (json) console.log(JSON.stringify({ loaded }));
      else console.log(loaded ? 'The demo is loaded' : 'The demo was loaded before');
    } finally {
      await api.close();
    }
  } finally {
    await reached.stop();
  }
};
