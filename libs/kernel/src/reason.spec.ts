import { expect, test } from '@jest/globals';
import { identifiesPerson } from '#kernel';

test('a reason identifies a person by address, phone number or name', () => {
  for (const reason of ['ann@example.com asked', 'called from +1 (512) 555-0199', 'Archer is ill', 'ANN called'])
    expect([reason, identifiesPerson(reason, ['Ann Archer'])]).toEqual([reason, true]);
});

test('a case number, a date and words that only contain a name do not identify a person', () => {
  for (const reason of ['case 2031', 'moved by 3 weeks', 'planned differently', ''])
    expect([reason, identifiesPerson(reason, ['Ann Archer', ''])]).toEqual([reason, false]);
});

test('an email address identifies by its parts, but not by those that many addresses have', () => {
  const addresses = ['client@festoon.example', 'ann.archer@gmail.com', 'info@quartzfield.example'];
  for (const reason of ['Ann called', 'mail from archer', 'Quartzfield has closed'])
    expect([reason, identifiesPerson(reason, addresses)]).toEqual([reason, true]);
  for (const reason of [
    'The client says that photos are missing',
    'asked by email, for info',
    'a photographer complains',
  ])
    expect([reason, identifiesPerson(reason, addresses)]).toEqual([reason, false]);
});
