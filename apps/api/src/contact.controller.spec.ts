import { expect, test } from '@jest/globals';
import { readConfig } from '#platform/config';
import { testSettings } from '#platform/testing';
import { ContactController } from './contact.controller.ts';

test.each([
  ['Festoon <hello@festoon.example>', 'hello@festoon.example'],
  ['hello@festoon.example', 'hello@festoon.example'],
  [undefined, null],
])('with mails from %s, people write to %s', (mailFrom, email) => {
  const config = readConfig(testSettings).with({ mailFrom });
  expect(new ContactController(config).read()).toEqual({ email });
});
