export { faultOf, traceOf } from './fault.ts';
export { levelsOf } from './levels.ts';
