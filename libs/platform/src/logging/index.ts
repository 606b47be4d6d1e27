export { CappedLog } from './capped-log.ts';
export { faultOf, redacted, traceOf } from './fault.ts';
export { levelsOf } from './levels.ts';
