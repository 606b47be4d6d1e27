import type { Config } from '#platform/config';
import { noTracer, type Tracer } from './tracer.ts';

/** Sends traces to the collector at OTEL_EXPORTER_OTLP_ENDPOINT; without it, nothing is recorded or loaded. */
export const openTracer = async ({ traceCollector }: Pick<Config, 'traceCollector'>): Promise<Tracer> => {
  if (!traceCollector) return noTracer;
  const { OpenTelemetryTracer } = await import('./opentelemetry.ts');
  return new OpenTelemetryTracer(traceCollector);
};
