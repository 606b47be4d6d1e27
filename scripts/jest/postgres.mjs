import { testPostgres } from '../test-postgres.ts';

export default async () => {
  const server = await testPostgres();
  process.env.FESTOON_TEST_POSTGRES = server.url;
  globalThis.stopTestPostgres = server.stop;
};
