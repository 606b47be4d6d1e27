import { writtenAmount, writtenDay } from '#kernel';
import { escapeMarkdown, type Findings } from './answer.ts';
import type { Recommendation } from './ranking.ts';

/**
 * What a language model is given to write advice from. It contains no text that a client or a vendor wrote: vendors are `[V1]`,
 * `[V2]` and so on, and `links` has what the reader gets instead.
 */
export type AdviceFacts = { readonly text: string; readonly links: ReadonlyMap<string, string> };

export const adviceInstructions = `You help a client of an events marketplace to choose between vendors. You get facts as JSON.
Write two to four plain sentences of advice in English: which of the vendors to look at first and why, and what to weigh.
Name vendors only by their ids in square brackets, like [V1]. A list with every vendor, price and date follows your text.
Use only the facts. Do not write other names, other numbers, links, lists or Markdown. Do not ask a question.`;

export const adviceFacts = ({ reading: { brief }, shortlists }: Findings): AdviceFacts => {
  const links = new Map<string, string>();
  const factsOf = (recommendation: Recommendation) => {
    const id = `[V${links.size + 1}]`;
    const { vendor, offer, misses, styles } = recommendation;
    links.set(id, `[${escapeMarkdown(vendor.displayName) || 'A professional'}](${vendor.path})`);
    return {
      id,
      price: writtenAmount(offer.price),
      misses,
      calendar: vendor.calendar,
      miles: vendor.miles === null ? null : Math.round(vendor.miles),
      yearsOfExperience: vendor.yearsExperience,
      specialty: vendor.specialty,
      styles,
    };
  };
  const services = shortlists.map(({ service, fitting, nearest }) => ({
    service,
    fittingEverything: fitting.map(factsOf),
    closest: nearest.map(factsOf),
  }));
  const { eventType, date, budget, guests, styles } = brief;
  const day = date === null ? null : 'day' in date ? writtenDay(date.day) : writtenDay(`${date.month}-01`);
  const event = { eventType, day, budget: budget && writtenAmount(budget.amount), guests, styles };
  return { text: JSON.stringify({ event, services }), links };
};

const words = (text: string): readonly string[] => text.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
const numbers = (text: string): readonly number[] =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((digits) => Number(digits.replaceAll(',', '')));

const amounts = (text: string): readonly number[] => numbers((text.match(/\$[\d,.]+/g) ?? []).join(' '));
const hasKnownNumbers = (sentence: string, facts: string): boolean =>
  isSubset(numbers(sentence), numbers(facts)) && isSubset(amounts(sentence), amounts(facts));
const isSubset = (some: readonly number[], all: readonly number[]): boolean => some.every((each) => all.includes(each));
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
 * A sentence of a language model with links to the vendors, or null if it may contain something that is not a fact: a name, a
 * number, an address or Markdown. What is not certain is left out, because all facts follow in the list.
 */
export const checkedAdvice = (sentence: string, { text, links }: AdviceFacts): string | null => {
  const trimmed = sentence.trim();
  // Without ids the rest is checked as if each were the word "it".
  const plain = trimmed.replace(/\[V\d+\]/g, (id) => (links.has(id) ? 'it' : id));
  if (!plainSentence.test(plain) || /\p{L}\.\p{L}/u.test(plain)) return null;
  if (!hasKnownNumbers(plain, text.replace(/\[V\d+\]/g, '')) || largeNumberWords.test(plain)) return null;
  const knownWords = new Set(words(text));
  const all = words(plain);
  const isName = (word: string, index: number): boolean => {
    const before = all[index - 1]?.toLowerCase();
    if (knownWords.has(word) || word === 'I' || /^(?:DJs?|US)$/.test(word)) return false;
    if (before === undefined || beforeNames.has(before)) return !functionWords.has(word.toLowerCase());
    return /^\p{Lu}/u.test(word) || /\p{Lu}/u.test(word.slice(1));
  };
  if (all.length === 0 || all.some(isName)) return null;
  return trimmed.replace(/\[V\d+\]/g, (id) => links.get(id) ?? '');
};

const longestSentence = 500;

/** The sentences of a text that arrives in parts. Ends early at one that is too long. */
export async function* sentencesOf(parts: AsyncIterable<string>): AsyncIterable<string> {
  let rest = '';
  for await (const part of parts) {
    const sentences = (rest + part).split(/(?<=[.!?])\s+|\n+/);
    rest = sentences.pop() ?? '';
    yield* sentences.filter((sentence) => sentence.trim() !== '');
    if (rest.length > longestSentence) return;
  }
  if (rest.trim() !== '') yield rest;
}
