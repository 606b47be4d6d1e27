import { writtenAmount, writtenDay } from '#kernel';
import { type Findings, vendorLink } from './answer.ts';
import type { Recommendation } from './ranking.ts';

/** What is known of a vendor, as the model gets it, and the link that the reader gets instead of the vendor's id. */
type VendorFacts = { readonly text: string; readonly link: string; readonly isFree: boolean };

/**
 * What a language model is given to write advice from. It contains no text that a client or a vendor wrote: vendors are
 * `[V1]`, `[V2]` and so on. `event` is the part of `text` that is about no vendor.
 */
export type AdviceFacts = {
  readonly text: string;
  readonly event: string;
  readonly vendors: ReadonlyMap<string, VendorFacts>;
};

export const adviceInstructions = `You help a client of an events marketplace to choose between vendors. You get facts as JSON.
Write two to four plain sentences of advice in English: which of the vendors to look at first and why, and what to weigh.
Name vendors only by their ids in square brackets, like [V1]. A list with every vendor, price and date follows your text.
Use only the facts. Do not write other names, other numbers, links, lists or Markdown. Do not ask a question.`;

export const adviceFacts = ({ reading: { brief }, shortlists }: Findings): AdviceFacts => {
  const vendors = new Map<string, VendorFacts>();
  const factsOf = (recommendation: Recommendation) => {
    const id = `[V${vendors.size + 1}]`;
    const { vendor, offer, misses, styles } = recommendation;
    const facts = {
      price: writtenAmount(offer.price),
      misses,
      calendar: vendor.calendar,
      miles: vendor.miles === null ? null : Math.round(vendor.miles),
      yearsOfExperience: vendor.yearsExperience,
      specialty: vendor.specialty,
      styles,
    };
    vendors.set(id, {
      text: JSON.stringify(facts),
      link: vendorLink(vendor),
      isFree: vendor.calendar.kind === 'day' && vendor.calendar.state === 'free',
    });
    return { id, ...facts };
  };
  const services = shortlists.map(({ service, fitting, nearest }) => ({
    service,
    fittingEverything: fitting.map(factsOf),
    closest: nearest.map(factsOf),
  }));
  const { eventType, date, budget, guests, styles } = brief;
  const day = date === null ? null : 'day' in date ? writtenDay(date.day) : writtenDay(`${date.month}-01`);
  const event = { eventType, day, budget: budget && writtenAmount(budget.amount), guests, styles };
  return { text: JSON.stringify({ event, services }), event: JSON.stringify(event), vendors };
};

const words = (text: string): readonly string[] => text.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
const numbers = (text: string): readonly number[] =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((digits) => Number(digits.replaceAll(',', '')));

/** The numbers that are written as amounts of money. */
const amounts = (text: string): readonly number[] =>
  numbers((text.match(/\$\s?[\d,.]+|\d[\d,.]*\s?(?:dollars?|bucks|usd)\b/gi) ?? []).join(' '));
const hasKnownNumbers = (sentence: string, facts: string): boolean =>
  isSubset(numbers(sentence), numbers(facts)) && isSubset(amounts(sentence), amounts(facts));
const isSubset = (some: readonly number[], all: readonly number[]): boolean => some.every((each) => all.includes(each));
/** Words that state a price without a number that can be checked. */
const pricesInWords =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten) (?:dollars?|bucks)\b|\b(?:for free|free of charge|no (?:cost|charge|fee)|costs? nothing|complimentary|gratis|discount\w*|half[- ]price)\b/i;
const availability = /\b(?:free|available|availability)\b/i;
const largeNumberWords =
  /\b(?:eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|dozens?|grand)\b/i;

/** Words that begin a sentence, or follow a verb like "book", without being a name. */
const functionWords = new Set(
  'a about after ahead all also although among an and another are around as ask at based because before better between book both but by can check choose closest compare compared consider costs directly does during each early either even every everyone first fits for free from given has have he her here his how however if in is it its keep least less look many more most near neither no none not note now of on one only or our overall price prices second she since so some soon start than that the their them then there these they third this those though three to together two unfortunately until what when where whether which while who will with within without would you your'.split(
    ' ',
  ),
);
const beforeNames = new Set(
  'ask book by call called choose consider contact dj djs hire like named pick recommend see suggest try visit'.split(
    ' ',
  ),
);
const plainSentence = /^[\p{Script=Latin}\d\s.,;:!?'’"“”()$%–—-]+[.!?]["”)]?$/u;

/**
 * A sentence of a language model with links to the vendors, or null if it may contain something that is not a fact: a
 * name, a number, an address or Markdown. Numbers must be facts of the vendors that the sentence names, or of the
 * event. What is not certain is left out, because all facts follow in the list.
 */
export const checkedAdvice = (sentence: string, { text, event, vendors }: AdviceFacts): string | null => {
  const trimmed = sentence.trim();
  const named = (trimmed.match(/\[V\d+\]/g) ?? []).flatMap((id) => vendors.get(id) ?? []);
  // Without ids the rest is checked as if each were the word "it".
  const plain = trimmed.replace(/\[V\d+\]/g, (id) => (vendors.has(id) ? 'it' : id));
  if (!plainSentence.test(plain) || /[\p{L}\d]\.\p{L}/u.test(plain)) return null;
  if (!hasKnownNumbers(plain, [event, ...named.map((vendor) => vendor.text)].join(' '))) return null;
  if (largeNumberWords.test(plain) || pricesInWords.test(plain)) return null;
  if (availability.test(plain) && !(named.length > 0 && named.every(({ isFree }) => isFree))) return null;
  const knownWords = new Set(words(text));
  const all = words(plain);
  const isName = (word: string, index: number): boolean => {
    const before = all[index - 1]?.toLowerCase();
    if (knownWords.has(word) || word === 'I' || /^(?:DJs?|US)$/.test(word)) return false;
    if (before === undefined || beforeNames.has(before)) return !functionWords.has(word.toLowerCase());
    return /^\p{Lu}/u.test(word) || /\p{Lu}/u.test(word.slice(1));
  };
  if (all.length === 0 || all.some(isName)) return null;
  return trimmed.replace(/\[V\d+\]/g, (id) => vendors.get(id)?.link ?? '');
};

const longestSentence = 500;

/**
 * The sentences of a text that arrives in parts, without those that are too long. Sentences that are too long are left
 * out. Stops when the text goes on too long without the end of a sentence.
 */
export async function* sentencesOf(parts: AsyncIterable<string>): AsyncIterable<string> {
  let rest = '';
  for await (const part of parts) {
    const sentences = (rest + part).split(/(?<=[.!?])\s+|\n+/);
    rest = sentences.pop() ?? '';
    yield* sentences.filter((sentence) => sentence.trim() !== '' && sentence.length <= longestSentence);
    if (rest.length > longestSentence) return;
  }
  if (rest.trim() !== '') yield rest;
}
