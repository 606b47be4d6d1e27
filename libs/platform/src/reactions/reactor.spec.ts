import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Test } from '@nestjs/testing';
import type { Actor, Recorded } from '#kernel';
import { type Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Jobs } from '#platform/jobs';
import { PlatformModule } from '#platform/module';
import { Database } from '#platform/postgres';
import { type Reaction, Reactor } from '#platform/reactions';
import { eventually, originOf, TestApp, testConfig } from '#platform/testing';

type Events = { Rang: { times: number }; Answered: { by: string } };
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const rang = (times: number) => ({ type: 'Rang', data: { times } }) as const;

let config: Config;
let drop: () => Promise<void>;
let app: TestApp['app'];
const heard: Recorded<Pick<Events, 'Rang'>>[] = [];

const serve = async (prepare: (starting: TestApp['app']) => void) => (await TestApp.start({ config, prepare })).app;
/** The effect of the reaction happens, and then it fails this many times. */
const start = (failures: number) =>
  serve((starting) => {
    let left = failures;
    starting.get(Reactor).add<Events>({
      name: 'doors.answer',
      to: 'Rang',
      react: async (event) => {
        heard.push(event);
        const answered = { type: 'Answered', data: { by: starting.get(Context).origin.by.id } } as const;
        await starting.get(EventStore).append<Events>(`answer-${event.stream}`, 0, [answered]);
        if (left-- > 0) throw new Error('interrupted after the effect');
      },
    });
  });
const ring = (stream: string) =>
  app.get(Context).run(originOf(ann), () => app.get(EventStore).append<Events>(stream, 0, [rang(1)]));

beforeAll(async () => {
  ({ config, drop } = await testConfig());
  app = await start(1);
});
afterAll(async () => {
  await app.close();
  await drop();
});

test('a reaction that is interrupted is tried again and its effect counts once', async () => {
  await ring('bell-1');
  await eventually(() => heard.length >= 2);
  const answers = await app.get(EventStore).read<Events>('answer-bell-1');
  const [cause] = await app.get(EventStore).read('bell-1');
  expect(answers).toHaveLength(1);
  expect(answers[0]).toMatchObject({
    by: { id: 'doors.answer', kind: 'worker', role: 'reaction' },
    source: 'worker',
    correlation: cause?.correlation,
    causation: cause?.id,
  });
});

test('what happened while nobody listened is reacted to later, what was reacted to is not again', async () => {
  const before = heard.length;
  await app.close();
  const quiet = await Test.createTestingModule({ imports: [PlatformModule.forRoot(config)] }).compile();
  await quiet.init();
  await quiet.get(Context).run(originOf(ann), () => quiet.get(EventStore).append<Events>('bell-2', 0, [rang(1)]));
  await quiet.close();
  app = await start(0);
  await eventually(() => heard.length > before);
  expect(heard.slice(before).map(({ stream }) => stream)).toEqual(['bell-2']);
});

test('a lost checkpoint makes jobs that are known already, and nothing is doubled', async () => {
  const before = heard.length;
  await app.get(Database).query(`delete from followers.checkpoints where name = 'reactor'`);
  await ring('bell-3');
  await eventually(async () => (await app.get(EventStore).read('answer-bell-3')).length > 0);
  expect(heard.slice(before).map(({ stream }) => stream)).toEqual(['bell-3']);
  expect(await app.get(EventStore).read('answer-bell-1')).toHaveLength(1);
});

test('a reaction of a new release is told what was before it only where it wants that, and once', async () => {
  const told: Record<string, string[]> = { 'doors.look-back': [], 'doors.look-ahead': [] };
  const reactions = [
    ['doors.look-back', true],
    ['doors.look-ahead', false],
  ] as const;
  const release = () =>
    serve((next) => {
      for (const [name, past] of reactions)
        next
          .get(Reactor)
          .add<Events>({ name, to: 'Rang', past, react: async ({ stream }) => told[name]?.push(stream) });
    });
  await app.close();
  app = await release();
  await eventually(() => told['doors.look-back']?.length === 3);
  await ring('bell-new');
  await eventually(() => Object.values(told).every((streams) => streams.includes('bell-new')));
  expect(new Set(told['doors.look-back'])).toEqual(new Set(['bell-1', 'bell-2', 'bell-3', 'bell-new']));
  expect(told['doors.look-ahead']).toEqual(['bell-new']);

  await app.get(Database).query(`delete from bullmq.job where queue = 'reactions'`);
  await app.close();
  app = await release();
  await ring('bell-newer');
  await eventually(() => Object.values(told).every((streams) => streams.includes('bell-newer')));
  expect(told['doors.look-back']).toHaveLength(5);
  expect(told['doors.look-ahead']).toHaveLength(2);
});

test('a reaction that fails for good is kept with its reason; told again, its effect still counts once', async () => {
  await app.close();
  app = await start(5);
  await ring('bell-4');
  await eventually(async () => (await app.get(Jobs).dead('reactions')).length > 0);
  const [dead] = await app.get(Jobs).dead('reactions');
  const [cause] = await app.get(EventStore).read('bell-4');
  expect(dead).toMatchObject({
    id: `${cause?.id}.doors.answer`,
    name: 'doors.answer',
    data: { stream: 'bell-4', version: 1 },
    attempts: 5,
    reason: 'interrupted after the effect',
  });
  const before = heard.length;
  expect(await app.get(Jobs).retry('reactions', dead?.id ?? '')).toBe(true);
  await eventually(() => heard.length > before);
  await eventually(async () => app.get(Jobs).finished('reactions', [dead?.id ?? '']));
  expect(await app.get(Jobs).dead('reactions')).toEqual([]);
  expect(await app.get(EventStore).read('answer-bell-4')).toHaveLength(1);
});

test('two reactions of one name stop the start', () => {
  const reaction: Reaction<Events> = { name: 'doors.answer', to: 'Rang', react: async () => undefined };
  expect(() => app.get(Reactor).add(reaction)).toThrow('Two reactions are called doors.answer');
});
