import all from './jest.config.mjs';

const { globalSetup: _setup, globalTeardown: _teardown, testMatch: _match, ...needsNothing } = all;

/** Rules, projections, upcasts and the browser's own units: no server, no clock, milliseconds. */
export default {
  ...needsNothing,
  testRegex: ['/libs/[^/]+/src/[a-z-]+(\\.(projection|upcasts|contract))?\\.spec\\.ts$', '/frontend/.+\\.spec\\.tsx?$'],
};
