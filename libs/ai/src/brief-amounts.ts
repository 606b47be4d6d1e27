import type { Cents } from '#kernel';

/** `isRough`: the amount was given as about this much, so that slightly more also fits. */
export type Budget = { readonly amount: Cents; readonly isRough: boolean };

// "80 family members" and "100 of our friends" are people; "20 with friends" is not.
const adjectives = String.raw`(?:of (?:my|our) )?(?:(?!(?:for|with|and|or|to|of|in|on|at|by|per|from|the|an?|my|our|plus|until|but)\b)[a-z]+ ){0,2}`;
const people = String.raw`(?:${adjectives}(?:guests?|people|persons?|attendees|friends|kids|children|teen(?:ager)?s|adults|students|employees|colleagues|co-?workers|classmates|relatives|members|invitees|seniors|women|men|girls|boys)|of (?:us|them))\b`;
// What is said before the number of people who come.
const weAre = String.raw`\b(?:we are|we're|we(?:'ll| will) be|there (?:are|will be)|expect(?:ing)?|invit(?:e|ing)|(?:party|group|crowd) of)`;
const roughly = '(?:around|about|roughly|approximately)';

const numberNames =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tensNames = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const numberNamed = (name: string): number =>
  name === 'a' ? 1 : numberNames.includes(name) ? numberNames.indexOf(name) : tensNames.indexOf(name) * 10;
const numberName = `(a|${[...new Set([...numberNames, ...tensNames])].join('|')})`;
const writtenNumber = new RegExp(
  String.raw`\b(?:${numberName} (?:thousand|grand)(?: (?:and )?${numberName} hundred)?|${numberName} hundred|${numberName}(?=\s${people}))\b`,
  'g',
);

/** Replaces number words in a lower-case text by digits: "two thousand dollars" becomes "2000 dollars". */
export const withDigits = (plain: string): string =>
  plain.replace(writtenNumber, (_, thousands, hundreds, onlyHundreds, ones) =>
    String(
      (thousands ? numberNamed(thousands) * 1_000 : 0) +
        (hundreds || onlyHundreds ? numberNamed(hundreds ?? onlyHundreds) * 100 : 0) +
        (ones ? numberNamed(ones) : 0),
    ),
  );

const guestPatterns: readonly RegExp[] = [
  new RegExp(String.raw`(?<![$\d.]|\d,)(\d{1,3},\d{3}|\d{1,5})\s+${people}`),
  new RegExp(
    String.raw`${weAre}\s(?:${roughly}\s|up to\s)?(\d{1,3},\d{3}|\d{1,5})\b(?!\s?(?:k|grand|thousand|dollars|usd|bucks|miles?|hours?|minutes?|days?|weeks?|months?|years?|%)|[\d/:.-]?\d)`,
  ),
];

/** How many guests a text names. Texts are in lower case, without accents. */
export const guestsIn = (plain: string): number | null => {
  const count = guestPatterns.map((pattern) => pattern.exec(plain)?.[1]).find((digits) => digits !== undefined);
  return count === undefined ? null : Number(count.replace(',', ''));
};

const number = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)`;
const unit = String.raw`\s?(k|grand|thousand)?\b`;
const notMoney = String.raw`(?!\s?${people})(?!\s?(?:[a-z]+ ){0,2}(?:couples|seats|tables|photos|pictures|songs)\b)(?!\s?(?:miles?|hours?|minutes?|days?|weeks?|months?|years?|am|pm|st|nd|rd|th)\b)(?!\s?%)(?![\d/:-])`;
// After "about", a number is an amount only if nothing follows that it counts.
const endOfAmount = String.raw`(?=\s?(?:$|[.,;:!?)]|(?:total|in total|altogether|per|max(?:imum)?|tops|all in|or so|to spend|on|for (?:an?|the|my|our|both|each|everything|all))\b))`;
const amounts: readonly RegExp[] = [
  // Two amounts are a range, of which the upper one is the limit.
  new RegExp(String.raw`\bbetween \$?${number}${unit}\s?(?:-|to|and)\s?\$?${number}${unit}${notMoney}`),
  new RegExp(String.raw`\$${number}${unit}\s?(?:-|to)\s?\$?${number}${unit}${notMoney}`),
  new RegExp(String.raw`\b${number}\s?(k)?\s?(?:-|to)\s?${number}\s?(k|grand|thousand|dollars|usd|bucks)\b`),
  new RegExp(String.raw`\$\s?${number}${unit}`),
  new RegExp(String.raw`\b${number}\s?(k|grand|thousand|dollars|usd|bucks)\b`),
  new RegExp(
    String.raw`(?<!${weAre}\s)\b(?:under|up to|below|less than|at most|(?:no|not) (?:more than|over|above|exceeding)|max(?:imum)?(?: of)?|within|(?:budget(?: of| is|:)?|spend)(?: ${roughly})?)\s${number}${unit}${notMoney}`,
  ),
  new RegExp(String.raw`(?<!${weAre}\s)\b${roughly}\s${number}${unit}${notMoney}${endOfAmount}`),
];
const rough = /(?:\baround|\babout|\broughly|\bapprox\w*|~)\s?(?:the )?\$?\s?$/;
const otherCurrencies = /[€£]|\b(?:euros?|eur|pounds?|gbp|cad|jmd)\b/;

/** A plain number below this is not an amount. */
const smallestAmount = 50;
const largestAmount = 1_000_000;

// Its total is not known: "$50 per guest", "100 dollars an hour", "$20-30/head".
const priceOfUnit = new RegExp(
  String.raw`(?:\$\s?)?${number}(?:\s?(?:-|to)\s?\$?${number})?\s?(?:dollars|usd|bucks)?\s?(?:(?:per|/|an?|(?:for )?(?:each|every))\s?(?:guest|person|head|plate|seat|table|couple|child|kid|hour|hr|h|photo|picture|song)\b|each\b|apiece\b|pp\b)`,
  'g',
);

/** The budget that a text names. `otherCurrency`: the text names a currency other than US dollars, so no budget is used. */
export const budgetIn = (plain: string): { readonly budget: Budget | null; readonly otherCurrency: boolean } => {
  const otherCurrency = otherCurrencies.test(plain);
  const totals = plain.replace(priceOfUnit, ' ');
  const found = amounts.flatMap((pattern) => budgetOf(totals, pattern.exec(totals)) ?? []);
  return { budget: otherCurrency ? null : (found[0] ?? null), otherCurrency };
};

const budgetOf = (plain: string, match: RegExpExecArray | null): Budget | null => {
  if (!match) return null;
  const [whole, first = '', firstUnit, second, secondUnit] = match;
  const dollars =
    second === undefined
      ? dollarsOf(first, firstUnit)
      : Math.max(dollarsOf(first, firstUnit), dollarsOf(second, secondUnit ?? firstUnit));
  if (!(dollars >= smallestAmount && dollars <= largestAmount)) return null;
  const isRough =
    rough.test(plain.slice(0, match.index)) || new RegExp(String.raw`^${roughly}\b|\b(?:about|around) `).test(whole);
  return { amount: Math.round(dollars * 100), isRough };
};

const dollarsOf = (digits: string, scale = ''): number =>
  Number(digits.replaceAll(',', '')) * (/^(?:k|grand|thousand)$/.test(scale) ? 1_000 : 1);
