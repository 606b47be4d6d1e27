// Sends GET requests over HTTP, with connections that are kept open, and measures how long the responses take.
import { Agent, request } from 'node:http';
import { atFixedRates } from './fixed-rate.ts';
import { percentile } from './statistics.ts';

/** How many users {@link saturate} has. */
export const concurrency = Number(process.env.BENCH_USERS ?? 8);

export type Target = {
  /** Called for each request: the requests of one measurement may differ. */
  readonly urlOf: (number: number) => string;
  readonly method?: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly body?: object;
  /** The access token; several are used in turn. */
  readonly token?: string | readonly string[];
};
type Sample = { readonly took: number; readonly status: number };
export type LoadResult = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
};

const send = (agent: Agent, { urlOf, method = 'GET', token, body }: Target, number: number): Promise<Sample> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const used = typeof token === 'object' ? token[number % token.length] : token;
    const headers = {
      ...(used && { authorization: `Bearer ${used}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    request(urlOf(number), { agent, method, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve({ took: performance.now() - startedAt, status: response.statusCode ?? 0 }));
    })
      .once('error', reject)
      .end(body && JSON.stringify(body));
  });

const resultOf = (samples: readonly Sample[], seconds: number): LoadResult => {
  const times = samples.filter(({ status }) => status === 200).map(({ took }) => took);
  return {
    requests: samples.length,
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failed: samples.length - times.length,
  };
};

/** Several users for this many seconds, each of whom sends a request as soon as the last one is answered. */
export const saturate = async (target: Target, seconds: number): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true });
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  let number = 0;
  const user = async () => {
    while (performance.now() < endsAt) samples.push(await send(agent, target, number++));
  };
  await Promise.all(Array.from({ length: concurrency }, user));
  agent.destroy();
  return resultOf(samples, (performance.now() - startedAt) / 1_000);
};

/** How many connections {@link atRate} uses. */
const connections = 32;

/** This many requests per second, however long the responses take. A request may wait for a connection. */
export const atRate = async (target: Target, perSecond: number, seconds: number): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const pending: Promise<Sample>[] = [];
  const startedAt = performance.now();
  const sendOne = (number: number) => pending.push(send(agent, target, number));
  const isOver = () => performance.now() >= startedAt + seconds * 1_000;
  await atFixedRates([{ perSecond, send: sendOne }], isOver);
  const samples = await Promise.all(pending);
  agent.destroy();
  return resultOf(samples, (performance.now() - startedAt) / 1_000);
};

/** One user who sends one request after another. */
export const oneByOne = async (target: Target, count: number): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true });
  const samples: Sample[] = [];
  const startedAt = performance.now();
  for (let number = 0; number < count; number++) samples.push(await send(agent, target, number));
  agent.destroy();
  return resultOf(samples, (performance.now() - startedAt) / 1_000);
};

/**
 * Sends half as many requests of each kind as will be measured: after a start, the first requests wait for the compiler,
 * and for connections and plans of the database.
 */
export const warmUp = async (targets: readonly Target[], requests: number): Promise<void> => {
  for (const target of targets) await oneByOne(target, Math.ceil(requests / 2));
};

export const formatLoadResult = (name: string, { perSecond, p50, p99, failed }: LoadResult): string =>
  `${name.padEnd(34)} p50 ${p50.toFixed(1).padStart(7)} ms   p99 ${p99.toFixed(1).padStart(7)} ms   ${perSecond.toFixed(0).padStart(6)}/s${failed ? `   ${failed} failed` : ''}`;
