import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Mail, OutgoingMail } from './mail.ts';

/** A mail as the recipient got it. */
export type ArrivedMail = Pick<OutgoingMail, 'to' | 'subject' | 'text' | 'html'>;
export type OpenedMail = {
  readonly mail: Mail;
  readonly arrived: (to: string) => Promise<readonly ArrivedMail[]>;
  readonly close: () => Promise<void>;
};

export const testMail = (to: string, changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: randomUUID(),
  kind: 'tests.hello',
  person: randomUUID(),
  to,
  subject: 'The lights are on',
  text: 'Hello Ann,\n\nthe lights are on.\n',
  html: '<p>Hello Ann,</p><p>the lights are on.</p>',
  ...changes,
});

/** The tests that every engine of the mail port passes. */
export const mailSuite = (engine: string, open: () => Promise<OpenedMail>): void =>
  describe(`mail: ${engine}`, () => {
    let openedMail: OpenedMail;
    beforeAll(async () => {
      openedMail = await open();
    });
    afterAll(() => openedMail.close());
    const newAddress = () => `${randomUUID()}@example.com`;

    test('a mail arrives unchanged, and only at its address', async () => {
      const [to, other] = [newAddress(), newAddress()];
      await openedMail.mail.send(testMail(to));
      await openedMail.mail.send(testMail(other, { subject: 'Another' }));
      const [message, ...rest] = await openedMail.arrived(to);
      expect(rest).toEqual([]);
      expect(message).toMatchObject({ to, subject: 'The lights are on' });
      expect(message?.text.trim()).toBe('Hello Ann,\n\nthe lights are on.');
      expect(message?.html).toContain('<p>the lights are on.</p>');
    });

    test('long mails in any language arrive complete', async () => {
      const to = newAddress();
      const text = 'Grüße aus Łódź, 東京 und 🎉\n\n.\nA line that begins with a dot follows:\n.dot';
      await openedMail.mail.send(
        testMail(to, { subject: 'Schöne Grüße 🎉', text, html: `<p>${'ß'.repeat(2_000)}</p>` }),
      );
      const [message] = await openedMail.arrived(to);
      expect(message?.subject).toBe('Schöne Grüße 🎉');
      expect(message?.text.trim()).toBe(text);
      expect(message?.html).toContain('ß'.repeat(2_000));
    });

    test('a subject cannot inject another recipient', async () => {
      const [to, victim] = [newAddress(), newAddress()];
      await openedMail.mail.send(testMail(to, { subject: `Hello\r\nBcc: ${victim}` }));
      expect(await openedMail.arrived(to)).toHaveLength(1);
      expect(await openedMail.arrived(victim)).toEqual([]);
    });

    test('mails that are sent at the same time all arrive', async () => {
      const to = newAddress();
      await Promise.all(Array.from({ length: 20 }, () => openedMail.mail.send(testMail(to))));
      expect(await openedMail.arrived(to)).toHaveLength(20);
    });
  });
