import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { FakeOpenAi, fakeBehaviors } from '#platform/fixtures';
import { OpenAiModel } from '#platform/language-model';
import { captureLog } from '#platform/testing';
import { BuiltInEngine } from './assistant.engine.ts';
import { answerOf, describeEngine } from './assistant-engine.suite.ts';
import { ModelEngine } from './model.engine.ts';

const key = 'test-key-1234567890';
let fake: FakeOpenAi;
beforeAll(async () => {
  fake = await FakeOpenAi.start();
});
beforeEach(() => {
  fake.behavior = 'answers';
  fake.text = 'Look at [V1] first. I recommend Luna Studios. The price of [V2] is $999.95.';
});
afterAll(() => fake.stop());

const engine = () => {
  // Only the server that stalls is waited for until its time is over.
  const part = fake.behavior === 'stalls' ? 300 : 30_000;
  return new ModelEngine(new OpenAiModel({ url: fake.url, key, model: 'm' }, { part, whole: 30_000 }));
};
describeEngine('the built-in engine', () => new BuiltInEngine());
describeEngine('a language model', engine);
describeEngine('a language model that breaks off', () => {
  fake.behavior = 'breaks off';
  return engine();
});

const notice = 'The language model is not available at the moment. The rest of this answer was written without it.';

test('advice of the model is a paragraph of its own; a vendor that it invents is left out', async () => {
  const text = (await answerOf(engine())).join('');
  expect(text).toContain(
    '\n\nLook at [Mara Quinn](/creators/mara) first. The price of [Dan Hale](/creators/dan) is $999.95.\n\n**Photographers**',
  );
  expect(text).not.toContain('Luna');
  expect(text).not.toContain(notice);
});

test.each(fakeBehaviors.filter((behavior) => behavior !== 'answers'))(
  'when the model %s, the built-in engine answers and says so, and no log has the key',
  async (behavior) => {
    fake.behavior = behavior;
    const builtIn = (await answerOf(new BuiltInEngine())).join('');
    const log = captureLog('warn', 'error');
    const text = (await answerOf(engine())).join('');
    log.stop();
    const rest = builtIn.slice(builtIn.indexOf('**Photographers**'));
    expect(text.endsWith(`${notice}\n\n${rest}`)).toBe(true);
    expect(log.lines.join()).toContain('The language model failed');
    expect(`${log.lines.join()}${text}`).not.toContain(key);
  },
);

test('if nothing of a text can be shown, the built-in engine answers and says why', async () => {
  fake.text = 'Ask Luna Studios. https://luna.example';
  const otherNotice =
    'The language model wrote nothing that agrees with the facts. The rest of this answer was written without it.';
  expect((await answerOf(engine())).join('')).toContain(`\n\n${otherNotice}\n\n**Photographers**`);
});
