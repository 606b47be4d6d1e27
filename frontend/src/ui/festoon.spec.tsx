import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Festoon } from './festoon.tsx';

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

test('a festoon has the given number of bulbs, and lights the given number of them', () => {
  const markup = renderToStaticMarkup(<Festoon bulbs={6} lit={2} />);
  expect(count(markup, /class="bulb/g)).toBe(6);
  expect(count(markup, /class="bulb lit"/g)).toBe(2);
});

test('one of the bulbs can be unlit', () => {
  expect(count(renderToStaticMarkup(<Festoon bulbs={5} out={2} />), /class="bulb lit"/g)).toBe(4);
});

test('labels say which steps are done', () => {
  const markup = renderToStaticMarkup(
    <Festoon bulbs={2} lit={1} labels={[{ name: 'Requested' }, { name: 'Confirmed' }]} />,
  );
  expect(markup).toContain('Requested<span class="unseen">, done');
  expect(markup).toContain('Confirmed<span class="unseen">, to come');
});

test('the label of the current step is marked', () => {
  const labels = [{ name: 'Services' }, { name: 'Portfolio' }, { name: 'Location' }];
  const markup = renderToStaticMarkup(<Festoon bulbs={3} lit={1} labels={labels} current={1} />);
  expect(count(markup, /aria-current/g)).toBe(1);
  expect(markup).toContain('<li aria-current="step"><b>Portfolio<span class="unseen">, current step');
});
