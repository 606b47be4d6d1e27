import { expect, test } from '@jest/globals';
import { withFigures } from './landing-figures.ts';

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
