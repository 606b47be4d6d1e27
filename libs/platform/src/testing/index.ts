import type { FakeEventStoreDb as FakeLog } from '../event-store/fake-eventstoredb.suite.ts';
import type { TestApp as App } from './test-app.ts';

export { type HostileFile, hostilePictures, hostileVideos, sampleOf } from '../images/hostile-files.suite.ts';
export { mp4, placedMp4, recordedPlace } from '../images/video.suite.ts';
export { FakeOpenAi, fakeBehaviors } from '../language-model/fake-openai.suite.ts';
export { captureLog } from '../logging/log.suite.ts';
export { FakeStripe } from '../payments-gateway/fake-stripe.suite.ts';
export { sign } from '../payments-gateway/signature.ts';
export { FakeCollector } from '../tracing/collector.suite.ts';
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
/** Loads the client's protocol only when a test needs it. */
export const FakeEventStoreDb: Pick<typeof FakeLog, 'start'> = {
  start: async () => (await import('../event-store/fake-eventstoredb.suite.ts')).FakeEventStoreDb.start(),
};
export { type TestFile, uploadFile, uploadHeaders } from './upload-file.ts';
