// How long it takes to score a new lead for many professionals, from its posting until all scores can be read.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandBus } from '@nestjs/cqrs';
import { Client } from 'pg';
import { RegisterUser } from '#identity';
import type { Origin } from '#kernel';
import { PostLead } from '#leads';
import { Context } from '#platform/context';
import { Projector } from '#platform/projections';
import { Reactor } from '#platform/reactions';
import { apiOn, lead, withPostgres } from './setup.ts';
import { percentile, printResult } from './statistics.ts';

const professionals = Number(process.env.BENCH_PROFESSIONALS ?? 10_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
/** The goal for one lead, in milliseconds. */
const goal = 2_000;

/** Half of the professionals live in the lead's city, which is the expensive case: each of them gets a score. */
const fill = async (raw: Client): Promise<void> => {
  const each = `from generate_series(1, ${professionals}) as n`;
  const id = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))`;
  const city = `(array['Austin','Austin','Round Rock','Austin','San Antonio','Dallas','Houston','Portland','Brooklyn','Chicago'])[1 + n % 10]`;
  const state = `(array['TX','TX','TX','TX','TX','TX','TX','OR','NY','IL'])[1 + n % 10]`;
  const bio = `'Quiet pictures of garden weddings, dancing guests and late evenings under lights. ' || repeat('We travel with two cameras and patience. ', 5)`;
  const statements = [
    `insert into read.creator_profiles_v3 (id, bio, cancellation_policy, package_order, listed_at, rating_count, rating_total) select ${id}, ${bio}, 'standard', '[]', now(), 0, 0 ${each}`,
    `insert into read.creator_services_v1 (id, creator_id, service_type, specialties, years_experience)
     select ${id}, ${id}, (array['photographer','videographer','dj','design'])[1 + n % 4], '["Weddings","Portraits"]', 5 ${each}`,
    `insert into read.creator_locations_v1 (id, creator_id, city, state, is_primary, travel_radius, search_place)
     select ${id}, ${id}, ${city}, ${state}, true, 50, lower(${city} || E'\\n' || ${state}) ${each}`,
    `insert into read.creator_packages_v2 (id, creator_id, name, description, price, duration_hours, deliverables, is_active, is_draft)
     select ${id} || p, ${id}, 'Full day', 'From the first button to the last dance.', 50000 * p + n, 8, '[]', true, false ${each}, generate_series(1, 3) as p`,
    `insert into read.availabilities_v2 (id, weekdays, capacity, notice_days, feed, busy)
     select ${id}, '[1,2,3,4,5,6,7]', 1, 0, 0, '[]' ${each} where n % 2 = 0`,
    'analyze',
  ];
  for (const statement of statements) await raw.query(statement);
};

export const matching = (): Promise<void> =>
  withPostgres(async (url) => {
    const api = await apiOn(url);
    await api.init();
    const raw = new Client({ connectionString: url });
    await raw.connect();
    await fill(raw);
    api.get(Projector).follow();
    api.get(Reactor).follow();
    const [commands, context] = [api.get(CommandBus), api.get(Context)];
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
    const client: Origin = { ...system, by: { id: userId, kind: 'user', role: 'client' }, source: 'web' };

    const times: number[] = [];
    const cpuTimes: number[] = [];
    let scores = 0;
    for (let round = 0; round <= rounds; round++) {
      const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
      const id = await context.run(client, () => commands.execute(new PostLead(lead)));
      do {
        await sleep(5);
        const { rows } = await raw.query<{ count: number }>(
          'select count(*)::int as count from matching.scores where lead_id = $1',
          [id],
        );
        scores = rows[0]?.count ?? 0;
      } while (scores === 0);
      // The first round also reads the table of places.
      if (round === 0) continue;
      times.push(performance.now() - startedAt);
      const { user, system: kernel } = process.cpuUsage(cpuBefore);
      cpuTimes.push((user + kernel) / 1_000);
    }
    const [median, slowest, cpu] = [percentile(times, 0.5), percentile(times, 1), percentile(cpuTimes, 0.5)];
    console.log(`${professionals} professionals, ${scores} scores for each lead`);
    console.log(`posted until scored      p50 ${median.toFixed(0)} ms  slowest ${slowest.toFixed(0)} ms`);
    console.log(`CPU time of the worker   p50 ${cpu.toFixed(0)} ms`);
    await raw.end();
    await api.close();
    console.log(`Goal: ${goal} ms, ${slowest <= goal ? 'reached' : 'missed'}`);
    // As rates per second, so that more is better as in the other benchmarks.
    printResult('matching', 1_000 / median, 1_000 / goal);
  });
