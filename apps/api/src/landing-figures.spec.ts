import { describe, expect, test } from '@jest/globals';
import { LandingFigures, withFigures } from './landing-figures.ts';

const figure = (name: string, value: string) =>
  `<div><dt class="muted small">${name}</dt><dd class="figure large">${value}</dd></div>`;
const page = (items: string) => `<html><head><title>Festoon</title></head><body>${items}</body></html>`;
const landing = page(
  `<dl class="wrap columns figures">${figure('Active Creators', '10K+')}${figure('Client Reviews', '25K+')}</dl>`,
);

test('the landing page gets the counts in place of its constants', () => {
  const html = withFigures(landing, [1_204, 7]);
  expect(html).toContain(`${figure('Active Creators', '1,204')}${figure('Client Reviews', '7')}`);
  expect(html).toContain('<meta name="festoon-figures" content="1,204 7"></head>');
  expect(html).not.toContain('K+');
});

test('figures that cannot be counted are not shown', () => {
  const html = withFigures(landing, []);
  expect(html).not.toContain('<dl');
  expect(html).toContain('<meta name="festoon-figures" content="">');
});

test('other pages only get the counts for their scripts', () =>
  expect(withFigures(page('<dd>1</dd>'), [5])).toBe(
    '<html><head><title>Festoon</title><meta name="festoon-figures" content="5"></head><body><dd>1</dd></body></html>',
  ));

describe('a page', () => {
  /** Figures whose counts are answered by the test, at a time that the test sets. */
  const setUp = () => {
    const answers: PromiseWithResolvers<number>[] = [];
    let now = 0;
    const count = () => {
      const answer = Promise.withResolvers<number>();
      answers.push(answer);
      return answer.promise;
    };
    const figures = new LandingFigures(
      { counts: async () => ({ creators: 1, categories: 2 }) } as never,
      { countCompleted: count } as never,
      { countShown: async () => 3 } as never,
      { now: () => new Date(now) } as never,
    );
    const pass = (milliseconds: number) => {
      now += milliseconds;
    };
    return { figures, answers, pass };
  };

  test('is sent without figures if the first counts take too long, and with them later', async () => {
    const { figures, answers } = setUp();
    figures.firstLimit = 20;
    expect(await figures.read()).toEqual([]);
    answers[0]?.resolve(9);
    await new Promise(setImmediate);
    expect(await figures.read()).toEqual([1, 9, 2, 3]);
    expect(answers).toHaveLength(1);
  });

  test('has the previous counts while new ones are made, and if they cannot be made', async () => {
    const { figures, answers, pass } = setUp();
    const first = figures.read();
    answers[0]?.resolve(9);
    expect(await first).toEqual([1, 9, 2, 3]);
    pass(60_000);
    expect(await figures.read()).toEqual([1, 9, 2, 3]);
    expect(await figures.read()).toEqual([1, 9, 2, 3]);
    expect(answers).toHaveLength(2);
    answers[1]?.reject(new Error('The database does not answer'));
    await new Promise(setImmediate);
    expect(await figures.read()).toEqual([1, 9, 2, 3]);
    pass(60_000);
    await figures.read();
    answers[2]?.resolve(10);
    await new Promise(setImmediate);
    expect(await figures.read()).toEqual([1, 10, 2, 3]);
  });
});
