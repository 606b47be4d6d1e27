import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import type { Actor, Recorded } from '#kernel';
import { type Config, Context, Database, EventStore, Jobs, PlatformModule, type Reaction, Reactor } from '#platform';
import { originOf, testConfig } from '#platform/testing';

type Events = { Rang: { times: number }; Answered: { by: string } };
const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const rang = (times: number) => ({ type: 'Rang', data: { times } }) as const;

let config: Config;
let drop: () => Promise<void>;
let app: TestingModule;
const heard: Recorded<Pick<Events, 'Rang'>>[] = [];

const start = async (failures: number) => {
  const started = await Test.createTestingModule({ imports: [PlatformModule.forRoot(config)] }).compile();
  let left = failures;
  const answer: Reaction<Events> = {
    name: 'doors.answer',
    to: 'Rang',
    react: async (event) => {
      heard.push(event);
      await started
        .get(EventStore)
        .append<Events>(`answer-${event.stream}`, 0, [
          { type: 'Answered', data: { by: started.get(Context).origin.by.id } },
        ]);
      if (left-- > 0) throw new Error('interrupted after the effect');
    },
  };
  started.get(Reactor).add(answer);
  await started.init();
  started.get(Reactor).follow();
  return started;
};
const until = async (fits: () => Promise<boolean> | boolean) => {
  const end = Date.now() + 10_000;
  while (!(await fits()) && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
};
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
  await until(() => heard.length >= 2);
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
  await until(() => heard.length > before);
  expect(heard.slice(before).map(({ stream }) => stream)).toEqual(['bell-2']);
});

test('a lost checkpoint makes jobs that are known already, and nothing is doubled', async () => {
  const before = heard.length;
  await app.get(Database).query(`delete from followers.checkpoints where name = 'reactor'`);
  await ring('bell-3');
  await until(async () => (await app.get(EventStore).read('answer-bell-3')).length > 0);
  expect(heard.slice(before).map(({ stream }) => stream)).toEqual(['bell-3']);
  expect(await app.get(EventStore).read('answer-bell-1')).toHaveLength(1);
});

test('a reaction that fails for good is kept with its reason; told again, its effect still counts once', async () => {
  await app.close();
  app = await start(5);
  await ring('bell-4');
  await until(async () => (await app.get(Jobs).dead('reactions')).length > 0);
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
  await until(() => heard.length > before);
  await until(async () => app.get(Jobs).finished('reactions', [dead?.id ?? '']));
  expect(await app.get(Jobs).dead('reactions')).toEqual([]);
  expect(await app.get(EventStore).read('answer-bell-4')).toHaveLength(1);
});

test('two reactions of one name stop the start', () => {
  const reaction: Reaction<Events> = { name: 'doors.answer', to: 'Rang', react: async () => undefined };
  expect(() => app.get(Reactor).add(reaction)).toThrow('Two reactions are called doors.answer');
});
