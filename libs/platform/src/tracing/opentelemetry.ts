import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { Refusal } from '#kernel';
import { CappedLog, faultOf } from '#platform/logging';
import { parseTraceparent } from './traceparent.ts';
import { type NewSpan, type OpenSpan, type SpanAttributes, Tracer } from './tracer.ts';

type CurrentSpan = { readonly span: Span; readonly correlation: string | undefined };

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** How long a process that is stopped waits until its last spans are sent, in milliseconds. */
const flushTimeout = 2_000;

/**
 * Sends spans to a collector with OTLP over HTTP. Nothing waits for it: spans that cannot be sent are lost, and a line
 * of the process log says so. The packages of OpenTelemetry read their standard environment variables themselves.
 */
export class OpenTelemetryTracer extends Tracer implements OnApplicationShutdown {
  override readonly isOn = true;
  readonly #current = new AsyncLocalStorage<CurrentSpan>();
  readonly #random = new RandomIdGenerator();
  readonly #provider: BasicTracerProvider;
  #traceId: string | undefined;

  /** `endpoint` is the address of the collector, to which the path of traces is added. */
  constructor(endpoint: string) {
    super();
    const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
    const ownResource = resourceFromAttributes({
      'service.name': 'festoon',
      'service.instance.id': `${process.pid}@${hostname()}`,
    });
    this.#provider = new BasicTracerProvider({
      resource: ownResource.merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [new BatchSpanProcessor(new LoggedExporter(new OTLPTraceExporter({ url })))],
      idGenerator: {
        generateTraceId: () => this.#traceId ?? this.#random.generateTraceId(),
        generateSpanId: () => this.#random.generateSpanId(),
      },
    });
  }

  override start(newSpan: NewSpan): OpenSpan {
    const { name, kind = 'internal', attributes = {} } = newSpan;
    const correlation = newSpan.correlation ?? this.#current.getStore()?.correlation;
    // The provider asks for the id of a new trace while it starts the span.
    this.#traceId = traceIdOf(correlation);
    const span = this.#provider.getTracer('festoon').startSpan(
      name,
      {
        kind: kinds[kind],
        attributes: valuesOf({ ...attributes, ...(correlation && { 'festoon.correlation_id': correlation }) }),
      },
      this.#parentOf(newSpan),
    );
    return {
      set: (more) => void span.setAttributes(valuesOf(more)),
      fail: (type) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type),
      enter: (work) => this.#current.run({ span, correlation }, work),
      end: () => span.end(),
    };
  }

  override async run<T>(newSpan: NewSpan, work: (span: OpenSpan) => Promise<T>): Promise<T> {
    const span = this.start(newSpan);
    try {
      return await span.enter(() => work(span));
    } catch (error) {
      if (error instanceof Refusal) span.set({ 'festoon.refusal': error.code });
      else span.fail(error instanceof Error ? error.constructor.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const limit = new AbortController();
    const late = sleep(flushTimeout, undefined, { signal: limit.signal }).catch(() => undefined);
    // What fails was logged.
    const sent = this.#provider.shutdown().catch(() => undefined);
    await Promise.race([sent, late]);
    limit.abort();
  }

  /** The current span, or that of the caller. */
  #parentOf({ traceparent }: NewSpan): Context {
    const current = this.#current.getStore();
    if (current) return trace.setSpan(ROOT_CONTEXT, current.span);
    const caller = parseTraceparent(traceparent);
    return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
  }
}

/**
 * The trace of a correlation id has the same digits, so that the spans of a request and those of the jobs that result
 * from it are one trace, although only the correlation id is stored with events.
 */
const traceIdOf = (correlation: string | undefined): string | undefined => {
  const digits = correlation?.replaceAll('-', '');
  return digits && /^(?!0{32})[\da-f]{32}$/.test(digits) ? digits : undefined;
};

const valuesOf = (attributes: SpanAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value] as const),
  ) as Record<string, string | number | string[]>;

/** Logs failures to send spans, at most one line a minute. */
class LoggedExporter implements SpanExporter {
  readonly #log = new CappedLog('Tracing', 1);

  constructor(private readonly exporter: OTLPTraceExporter) {}

  export: SpanExporter['export'] = (spans, done) =>
    this.exporter.export(spans, (result) => {
      if (result.error) this.#log.warn(`Traces could not be sent: ${faultOf(result.error)}`);
      done(result);
    });

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}
