import type { TestApp as App } from './test-app.ts';

export { captureLog } from '../logging/log.suite.ts';
export { sign } from '../payments-gateway/signature.ts';
export { ageFiles } from './age-files.ts';
export { untilCaughtUp, untilReactionsHaveRun } from './caught-up.ts';
export { eventually } from './eventually.ts';
export { freePort } from './free-port.ts';
export { outcomeOf, race, raceRuns } from './races.ts';
export { originOf, testConfig, testSettings, wholeLog } from './test-config.ts';

export type TestApp = App;
/** Loads the framework only when a test starts an app, because loading takes longer than most tests. */
export const TestApp: Pick<typeof App, 'start'> = {
  start: async (parts) => (await import('./test-app.ts')).TestApp.start(parts),
};
export { everyRow } from './test-rows.ts';
export { type TestFile, uploadFile, uploadHeaders } from './upload-file.ts';
