export { CappedLog } from './capped-log.ts';
export { faultOf, redact, traceOf } from './fault.ts';
export { levelsOf } from './levels.ts';
