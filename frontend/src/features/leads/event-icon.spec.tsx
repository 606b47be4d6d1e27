import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { eventTypes } from '#leads/contract';
import { EventIcon } from './event-icon.tsx';

const markupOf = (type: string) => renderToStaticMarkup(<EventIcon type={type} />);

test('each event type has an icon of its own, except social events, which have the default', () => {
  const types = eventTypes.filter((type) => type !== 'social event');
  const icons = new Set([...types, 'anything else'].map(markupOf));
  expect(icons.size).toBe(types.length + 1);
  expect(markupOf('social event')).toBe(markupOf('anything else'));
});
