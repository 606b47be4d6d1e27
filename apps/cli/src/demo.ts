import { Command } from 'commander';
import { readConfig } from '#platform/config';
import { startWork } from '../../worker/src/worker.module.ts';
import { createApi } from './api.ts';
import { connectDatabase } from './database.ts';
import { loadDemoGalleries } from './demo-galleries.ts';
import { loadDemoPortfolios } from './demo-portfolios.ts';
import { loadDemo } from './demo-seed.ts';
import { withFreePort } from './port.ts';
import { checkDatabase, migrateDatabase, requireDemoDataAllowed } from './start-checks.ts';

type Output = { readonly json?: boolean };

const examples = `
Examples:
  festoon demo load
  FESTOON_DATA=/srv/festoon festoon demo load --json

The demo accounts have a published password: with NODE_ENV=production they are loaded only if FESTOON_DEMO is true, and
never with PAYMENTS=stripe. A second load adds nothing; an
interrupted load continues where it stopped. Stop the other processes of the product first: the load writes past events, and a
worker would immediately cancel the past requests that are not confirmed yet.`;

export const demoCommand = (): Command =>
  new Command('demo')
    .description('manage the demo data: people, packages, leads, bookings and galleries')
    .addHelpText('after', examples)
    .addCommand(
      new Command('load')
        .description('add the demo data, once, through the commands that the pages send')
        .option('--json', 'one JSON object')
        .addHelpText('after', examples)
        .action(load),
    );

/** The demo data includes payments made on the checkout page over HTTP, so the product must listen during the load. */
const load = async ({ json }: Output): Promise<void> => {
  const config = readConfig(process.env).with({ port: 0, configuredUrl: undefined });
  requireDemoDataAllowed(config);
  const connected = await connectDatabase(await withFreePort(config));
  try {
    await migrateDatabase(connected.config);
    await checkDatabase(connected.config);
    const api = await createApi(connected.config);
    try {
      await api.listen(connected.config.port, connected.config.host);
      const loaded = await loadDemo(api);
      await startWork(api);
      await loadDemoPortfolios(api, new AbortController().signal);
      await loadDemoGalleries(api, new AbortController().signal);
      if (json) console.log(JSON.stringify({ loaded }));
      else console.log(loaded ? 'The demo data is loaded' : 'The demo data was already loaded');
    } finally {
      await api.close();
    }
  } finally {
    await connected.stop();
  }
};
