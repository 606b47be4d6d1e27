import { describe, expect, test } from '@jest/globals';
import type { Findings } from './answer.ts';
import type { AssistantEngine } from './assistant.engine.ts';
import { emptyBrief } from './brief.ts';
import { shortlist } from './ranking.ts';
import { weddingInAustin as brief, readingOf, vendor } from './vendor.suite.ts';

const vendors = [
  vendor('mara', { displayName: 'Mara Quinn', specialty: 'Weddings' }),
  vendor('dan', { displayName: 'Dan Hale', packages: [{ id: 'night', name: 'Night', price: 99_995 }] }),
];
const reading = readingOf();
export const findings: Findings = { reading, shortlists: [shortlist('photographer', brief, vendors)] };

/** The parts of an answer. */
export const answerOf = async (engine: AssistantEngine, own = findings): Promise<readonly string[]> => {
  const parts: string[] = [];
  for await (const part of engine.answer(own, new AbortController().signal)) parts.push(part);
  return parts;
};

/** What every engine does. */
export const describeEngine = (name: string, engineOf: () => AssistantEngine): void =>
  describe(name, () => {
    test('a description is understood by the same rules', async () => {
      const places = {
        cities: () => [],
        vendorCities: () => [],
        citiesOfCountry: () => [],
        country: () => undefined,
        region: () => undefined,
      };
      const todayAt = () => ({ day: '2026-11-23', earliest: '2026-11-23' });
      const description = { eventIdea: 'A DJ for a birthday in June', places, todayAt };
      const { signal } = new AbortController();
      expect((await engineOf().understand(description, signal)).brief).toEqual({
        ...emptyBrief,
        services: ['dj'],
        eventType: 'birthday',
        date: { month: '2027-06' },
      });
    });

    test('an answer has several parts: what was understood, and each vendor with a link, the price, the date and Book Now', async () => {
      const parts = await answerOf(engineOf());
      const text = parts.join('');
      expect(parts.length).toBeGreaterThan(3);
      expect(text).toMatch(
        /^You need a photographer for a wedding in Austin, TX on June 20, 2027 with at most \$3,000\.00\./,
      );
      expect(text).toContain(
        '\n\n- [Mara Quinn](/creators/mara): from $2,000.00 (Day), free on June 20, 2027, based in Austin',
      );
      expect(text).toContain(
        '\n- [Dan Hale](/creators/dan): from $999.95 (Night), free on June 20, 2027, based in Austin',
      );
      expect(text.match(/\[Book Now\]\(/g)).toHaveLength(2);
      expect(text).not.toMatch(/\n{3}|\]\((?!\/(?:creators|bookings)\/)/);
    });

    test('without vendors, it asks what is needed', async () => {
      const unclear = { reading: { ...reading, brief: { ...brief, services: [] } }, shortlists: [] };
      expect((await answerOf(engineOf(), unclear)).join('')).toMatch(/\n\nWhat do you need: [^\n]+\?$/);
    });

    test('an answer ends when the reader leaves', async () => {
      const reader = new AbortController();
      const parts: string[] = [];
      for await (const part of engineOf().answer(findings, reader.signal)) {
        parts.push(part);
        reader.abort();
      }
      expect(parts.join('')).not.toContain('Book Now');
    });
  });
