import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { replay, upcast, versionOf } from '#kernel';
import { booking } from './booking.ts';
import { bookingUpcasts } from './booking.upcasts.ts';
import { creatorDay } from './creator-day.ts';

type Sample = { type: string; shape: number; data: object };
const samples = JSON.parse(readFileSync(new URL('./bookings.samples.json', import.meta.url), 'utf8')) as Sample[];
const deciders = [booking, creatorDay] as const;

test('there is a sample of every shape of every event, and of nothing else', () => {
  const types = deciders.flatMap(({ evolve }) => Object.keys(evolve));
  const shapes = types.flatMap((type) =>
    Array.from({ length: versionOf(bookingUpcasts, type) }, (_, i) => `${type} ${i + 1}`),
  );
  expect(samples.length).toBe(shapes.length);
  expect(new Set(samples.map(({ type, shape }) => `${type} ${shape}`))).toEqual(new Set(shapes));
});

test.each(samples)('$type of shape $shape is understood today', ({ type, shape, data }) => {
  const event = { type, data: upcast(bookingUpcasts, type, shape, data) };
  const [decider] = deciders.filter(({ evolve }) => type in evolve);
  expect(() => replay(decider as never, [event] as never)).not.toThrow();
});
