import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Letter, Mail } from './mail.ts';

/** What arrived where letters arrive. */
export type Arrived = Pick<Letter, 'to' | 'subject' | 'text' | 'html'>;
export type OpenedMail = {
  readonly mail: Mail;
  readonly arrived: (to: string) => Promise<readonly Arrived[]>;
  readonly close: () => Promise<void>;
};

export const letterTo = (to: string, changes: Partial<Letter> = {}): Letter => ({
  id: randomUUID(),
  kind: 'tests.hello',
  person: randomUUID(),
  to,
  subject: 'The lights are on',
  text: 'Hello Ann,\n\nthe lights are on.\n',
  html: '<p>Hello Ann,</p><p>the lights are on.</p>',
  ...changes,
});

/** What every engine of the mail port promises. */
export const mailSuite = (engine: string, open: () => Promise<OpenedMail>): void =>
  describe(`mail: ${engine}`, () => {
    let opened: OpenedMail;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const someone = () => `${randomUUID()}@example.com`;

    test('a letter arrives as it was written, at its address alone', async () => {
      const [to, other] = [someone(), someone()];
      await opened.mail.send(letterTo(to));
      await opened.mail.send(letterTo(other, { subject: 'Another' }));
      const [letter, ...rest] = await opened.arrived(to);
      expect(rest).toEqual([]);
      expect(letter).toMatchObject({ to, subject: 'The lights are on' });
      expect(letter?.text.trim()).toBe('Hello Ann,\n\nthe lights are on.');
      expect(letter?.html).toContain('<p>the lights are on.</p>');
    });

    test('letters in any language arrive whole', async () => {
      const to = someone();
      const text = 'Grüße aus Łódź, 東京 und 🎉\n\n.\nA line that begins with a dot follows:\n.dot';
      await opened.mail.send(letterTo(to, { subject: 'Schöne Grüße 🎉', text, html: `<p>${'ß'.repeat(2_000)}</p>` }));
      const [letter] = await opened.arrived(to);
      expect(letter?.subject).toBe('Schöne Grüße 🎉');
      expect(letter?.text.trim()).toBe(text);
      expect(letter?.html).toContain('ß'.repeat(2_000));
    });

    test('a subject cannot smuggle in another address', async () => {
      const [to, victim] = [someone(), someone()];
      await opened.mail.send(letterTo(to, { subject: `Hello\r\nBcc: ${victim}` }));
      expect(await opened.arrived(to)).toHaveLength(1);
      expect(await opened.arrived(victim)).toEqual([]);
    });

    test('many at once all arrive', async () => {
      const to = someone();
      await Promise.all(Array.from({ length: 20 }, () => opened.mail.send(letterTo(to))));
      expect(await opened.arrived(to)).toHaveLength(20);
    });
  });
