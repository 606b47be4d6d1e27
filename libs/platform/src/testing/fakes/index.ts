import type { FakeEventStoreDb as FakeLog } from '../../event-store/fake-eventstoredb.suite.ts';

export { type HostileFile, hostilePictures, hostileVideos, sampleOf } from '../../images/hostile-files.suite.ts';
export { mp4, placedMp4, recordedPlace } from '../../images/video.suite.ts';
export { FakeOpenAi, fakeBehaviors } from '../../language-model/fake-openai.suite.ts';
export { FakeStripe } from '../../payments-gateway/fake-stripe.suite.ts';
export { sign } from '../../payments-gateway/signature.ts';
export { FakeCollector } from '../../tracing/collector.suite.ts';

/** Loads the client's protocol only when a test needs it. */
export const FakeEventStoreDb: Pick<typeof FakeLog, 'start'> = {
  start: async () => (await import('../../event-store/fake-eventstoredb.suite.ts')).FakeEventStoreDb.start(),
};
