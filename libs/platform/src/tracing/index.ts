export { openTracer } from './open-tracer.ts';
export { parseTraceparent } from './traceparent.ts';
export { noTracer, type OpenSpan, Tracer } from './tracer.ts';
