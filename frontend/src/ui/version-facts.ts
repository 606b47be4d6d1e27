import { type FieldTexts, hiddenText } from '../platform/field-texts.ts';

/** What something said after one of its events. `changed` names the facts that the event changed. */
export type Version = {
  readonly version: number;
  readonly position: number;
  readonly at: string;
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly value: string | null; readonly masked: boolean }[];
  readonly changed: readonly string[];
};

/** A line of a version. `before` is what it said in the version before, if this version changed it. */
type Fact = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly before?: string;
  readonly changed: boolean;
};

/** What something said in a version, in words. Fields without a value are left out, unless the version removed it. */
export const factsIn = (version: Version, earlier: Version | undefined, texts: FieldTexts): readonly Fact[] =>
  version.facts
    .filter(({ name, value, masked }) => masked || value !== null || version.changed.includes(name))
    .map((fact) => {
      const { name } = fact;
      // Everything is new in the first version, so nothing of it is marked.
      const changed = earlier !== undefined && version.changed.includes(name);
      const previous = earlier?.facts.find((each) => each.name === name);
      const line = { name, label: texts.labelOf(name), value: textOf(fact, texts), changed };
      return changed && previous && !fact.masked ? { ...line, before: textOf(previous, texts) } : line;
    });

const textOf = ({ name, value, masked }: Version['facts'][number], { valueText }: FieldTexts): string => {
  if (masked) return hiddenText;
  return value === null ? 'none' : valueText(name, value);
};
