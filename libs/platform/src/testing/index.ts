export { hearLog } from '../logging/log.suite.ts';
export { sign } from '../payments-gateway/signature.ts';
export { eventually } from './eventually.ts';
export { TestApp } from './test-app.ts';
export { originOf, testConfig, testSettings, wholeLog } from './test-config.ts';
