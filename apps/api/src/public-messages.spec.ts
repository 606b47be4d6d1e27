import { expect, test } from '@jest/globals';
import { withoutRepeated } from './public-messages.ts';

const message = (topic: string, id: string, position: string, everyone = true) => ({
  everyone,
  name: 'changed',
  body: { topic, id, position },
});

test('everyone gets one message about a professional’s calendar, with the last position; parties get all of theirs', () => {
  const messages = [
    message('bookings', 'booking-1', '1', false),
    message('availability', 'bo', '2'),
    message('availability', 'cleo', '3'),
    message('availability', 'bo', '4'),
    message('bookings', 'booking-1', '5', false),
  ];
  expect(withoutRepeated(messages).map(({ body }) => body.position)).toEqual(['1', '3', '4', '5']);
});
