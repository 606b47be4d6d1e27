import type { BookingVersion } from '#bookings/contract';
import { hiddenText, labelOf, written } from './timeline-details.ts';

/** A line about a booking as it was. `before` is what it said in the version before, if this version changed it. */
type Fact = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly before?: string;
  readonly changed: boolean;
};

/** What a booking said in a version, in words. Fields without a value are left out, unless the version removed it. */
export const factsIn = (version: BookingVersion, earlier: BookingVersion | undefined): readonly Fact[] =>
  version.facts
    .filter(({ name, value, masked }) => masked || value !== null || version.changed.includes(name))
    .map((fact) => {
      const { name } = fact;
      // Everything is new in the first version, so nothing of it is marked.
      const changed = earlier !== undefined && version.changed.includes(name);
      const previous = earlier?.facts.find((each) => each.name === name);
      const line = { name, label: labelOf(name), value: textOf(fact), changed };
      return changed && previous && !fact.masked ? { ...line, before: textOf(previous) } : line;
    });

const textOf = ({ name, value, masked }: BookingVersion['facts'][number]): string => {
  if (masked) return hiddenText;
  return value === null ? 'none' : written(name, value);
};
