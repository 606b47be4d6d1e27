import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Refusal } from '#kernel';
import { captureLog } from '../logging/log.suite.ts';
import { FakeCollector, type ReceivedSpan } from './collector.suite.ts';
import { openTracer } from './open-tracer.ts';
import { OpenTelemetryTracer } from './opentelemetry.ts';
import { parseTraceparent } from './traceparent.ts';
import { noTracer } from './tracer.ts';

let collector: FakeCollector;
let tracer: OpenTelemetryTracer;
beforeEach(async () => {
  collector = await FakeCollector.start();
  tracer = new OpenTelemetryTracer(`${collector.url}/`);
});
afterEach(() => collector.stop());

/** The spans by name, once all are sent. */
const received = async (): Promise<ReadonlyMap<string, ReceivedSpan>> => {
  await tracer.onApplicationShutdown();
  return new Map(collector.spans.map((span) => [span.name, span]));
};
const correlation = '11111111-2222-4333-8444-555555555555';
const traceId = correlation.replaceAll('-', '');
const work = async () => undefined;

test('spans inside of a span are its children and have its correlation id', async () => {
  await tracer.run({ name: 'job', kind: 'consumer', correlation }, async () => {
    await tracer.run({ name: 'command', attributes: { 'festoon.command': 'confirm' } }, () =>
      tracer.run({ name: 'append' }, work),
    );
    tracer.start({ name: 'call', kind: 'client' }).end();
  });
  await tracer.run({ name: 'other' }, work);
  const spans = await received();
  const job = spans.get('job');
  expect(job).toMatchObject({ traceId, kind: 5, attributes: { 'festoon.correlation_id': correlation } });
  expect(job?.parentSpanId).toBeUndefined();
  const command = spans.get('command');
  expect(command).toMatchObject({ traceId, parentSpanId: job?.spanId, kind: 1 });
  expect(command?.attributes).toEqual({ 'festoon.command': 'confirm', 'festoon.correlation_id': correlation });
  expect(spans.get('append')).toMatchObject({ traceId, parentSpanId: command?.spanId });
  expect(spans.get('call')).toMatchObject({ traceId, parentSpanId: job?.spanId, kind: 3 });
  expect(spans.get('other')?.traceId).not.toBe(traceId);
  expect(spans.get('other')?.attributes).toEqual({});
});

test('a request continues the trace of its caller', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  tracer.start({ name: 'request', kind: 'server', correlation, traceparent }).end();
  tracer.start({ name: 'invalid', kind: 'server', correlation, traceparent: `${traceparent}-x` }).end();
  tracer.start({ name: 'unsampled', correlation, traceparent: traceparent.replace(/1$/, '0') }).end();
  const spans = await received();
  expect(spans.get('request')).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
    kind: 2,
    attributes: { 'festoon.correlation_id': correlation },
  });
  expect(spans.get('invalid')).toMatchObject({ traceId });
  expect([...spans.keys()]).toEqual(['request', 'invalid']);
});

test('a failed span names the kind of failure and nothing of its text', async () => {
  const secret = 'ann@example.com';
  class Unreachable extends Error {}
  const failing = (name: string, error: Error) =>
    expect(tracer.run({ name }, () => Promise.reject(error))).rejects.toBe(error);
  await failing('failed', new Unreachable(secret));
  await failing('refused', new Refusal('booking-deposit-first', secret));
  const spans = await received();
  expect(spans.get('failed')).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'Unreachable' } });
  // A refusal by the rules is an answer, not a failure.
  expect(spans.get('refused')).toMatchObject({
    status: { code: 0 },
    attributes: { 'festoon.refusal': 'booking-deposit-first' },
  });
  expect(collector.text).not.toContain(secret);
});

test('a collector that refuses changes nothing for the work, and the log says it', async () => {
  collector.status = 400;
  const log = captureLog('warn');
  expect(await tracer.run({ name: 'work' }, async () => 'result')).toBe('result');
  await received().finally(log.stop);
  expect(log.lines).toEqual(['Traces could not be sent: Bad Request']);
});

test('without a collector, work runs unchanged', async () => {
  const off = await openTracer({ traceCollector: undefined });
  expect(off).toBe(noTracer);
  expect(await off.run({ name: 'work' }, async () => 'result')).toBe('result');
  expect(off.start({ name: 'work' }).enter(() => 'result')).toBe('result');
});

test('a traceparent is read as W3C Trace Context defines it', () => {
  const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  expect(parseTraceparent(`00-${trace}-${span}-03`)).toEqual({ traceId: trace, spanId: span, traceFlags: 1 });
  expect(parseTraceparent(`00-${trace}-${span}-02`)).toEqual({ traceId: trace, spanId: span, traceFlags: 0 });
  expect(parseTraceparent(`01-${trace}-${span}-01-more`)).toMatchObject({ traceId: trace });
  for (const wrong of [
    undefined,
    '',
    [`00-${trace}-${span}-01`],
    `ff-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}-01\n`,
  ])
    expect(parseTraceparent(wrong)).toBeUndefined();
});
