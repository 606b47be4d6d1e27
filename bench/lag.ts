// How long after a commit the read tables show it and a socket message announces it: one write at a time, then at a
// steady rate.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandBus } from '@nestjs/cqrs';
import { io } from 'socket.io-client';
import { RegisterUser } from '#identity';
import type { Origin } from '#kernel';
import { PostLead } from '#leads';
import { Context } from '#platform/context';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { apiOn, lead, withPostgres } from './setup.ts';
import { percentile, printResult } from './statistics.ts';

const rate = Number(process.env.BENCH_RATE ?? 500);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
/** The goal for the median lag of single writes, in milliseconds. */
const goal = 5;

export const lag = (): Promise<void> =>
  withPostgres(async (url) => {
    const api = await apiOn(url);
    api.get(Projector).follow();
    api.get(Reactor).follow();
    await api.listen(0, '127.0.0.1');
    const [commands, context, projector] = [api.get(CommandBus), api.get(Context), api.get(Projector)];
    const request = randomUUID();
    const system: Origin = {
      by: { id: 'bench', kind: 'system', role: 'operator' },
      source: 'cli',
      request,
      correlation: request,
      causation: request,
    };
    const email = `${randomUUID()}@example.com`;
    const person = { email, password: 'Sunflower7', firstName: 'Ann', lastName: 'Archer', role: 'client' as const };
    const userId = await context.run(system, () => commands.execute(new RegisterUser(person)));
    const token = await tokenOf(await api.getUrl(), email);
    const socket = io(await api.getUrl(), { transports: ['websocket'], auth: { token } });
    await new Promise<void>((connected, refused) => {
      socket.once('connect', () => connected());
      socket.once('connect_error', refused);
    });

    const announcedAt = new Map<string, number>();
    socket.on('changed', ({ id }: { id: string }) => announcedAt.set(id, performance.now()));
    const origin: Origin = { ...system, by: { id: userId, kind: 'user', role: 'client' }, source: 'web' };
    const lags: number[] = [];
    const committed = new Map<string, number>();
    const write = () =>
      context.run(origin, async () => {
        const id = await commands.execute(new PostLead(lead));
        const from = performance.now();
        committed.set(id, from);
        await projector.waitUntilProjected(context.wrote);
        lags.push(performance.now() - from);
      });
    const report = async (name: string): Promise<number> => {
      await sleep(1_000);
      const socketLags = [...committed].flatMap(([id, from]) =>
        announcedAt.has(id) ? [(announcedAt.get(id) ?? 0) - from] : [],
      );
      const p = (values: readonly number[]) =>
        `p50 ${percentile(values, 0.5).toFixed(1)} ms  p99 ${percentile(values, 0.99).toFixed(1)} ms`;
      console.log(`${name.padEnd(24)} read tables ${p(lags)}   socket ${p(socketLags)}   ${lags.length} writes`);
      const medianLag = percentile(lags, 0.5);
      lags.length = 0;
      committed.clear();
      return medianLag;
    };

    for (let i = 0; i < 50; i++) await write();
    await report('warm-up');
    for (let i = 0; i < 200; i++) await write();
    const atRest = await report('one write at a time');
    const writes: Promise<void>[] = [];
    for (let tick = 0; tick < seconds * 100; tick++) {
      for (let i = 0; i < rate / 100; i++) writes.push(write());
      await sleep(10);
    }
    await Promise.all(writes);
    await report(`${rate} writes a second`);
    socket.disconnect();
    await api.close();
    printResult('lag', atRest, goal);
  });

const tokenOf = async (url: string, email: string): Promise<string> => {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Sunflower7' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
};
