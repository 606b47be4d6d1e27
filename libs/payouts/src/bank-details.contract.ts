import { z } from 'zod';

/** Text whose spaces and dashes are removed. `message` is shown for every mistake. */
const numberWith = (isValid: (text: string) => boolean, message: string) =>
  z
    .string(message)
    .max(60, message)
    .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
    .refine(isValid, message);
const digits = (pattern: RegExp, message: string) => numberWith((text) => pattern.test(text), message);

/** The remainder of a number of any length by 97, as ISO 7064 has it; letters count from A = 10. */
const remainder97 = (text: string): number => {
  let remainder = 0;
  for (const sign of text) {
    const value = Number.parseInt(sign, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
};

/** How long the IBANs of each country are. */
const ibanLengths: Readonly<Record<string, number>> = {
  AD: 24,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
};

/** Whether the length fits the country and the check digits fit the rest (ISO 13616). */
export const isIban = (iban: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) &&
  iban.length === ibanLengths[iban.slice(0, 2)] &&
  remainder97(iban.slice(4) + iban.slice(0, 4)) === 1;

const routingWeights = [3, 7, 1] as const;

/** Whether the last digit fits the others (ABA routing transit number). */
export const isRoutingNumber = (number: string): boolean =>
  /^\d{9}$/.test(number) &&
  !/^0+$/.test(number) &&
  [...number].reduce((sum, digit, index) => sum + Number(digit) * (routingWeights[index % 3] ?? 0), 0) % 10 === 0;

const holder = z
  .string()
  .trim()
  .min(2, 'Enter the name of the account holder')
  .max(100, 'The name can have at most 100 characters');

/** The supported banking systems. */
export const bankSchemes = ['us', 'ca', 'gb', 'jm', 'iban'] as const;
export type BankScheme = (typeof bankSchemes)[number];

export const bankDetailsOf = {
  us: z.strictObject({
    scheme: z.literal('us'),
    holder,
    routingNumber: numberWith(isRoutingNumber, 'Enter a valid 9-digit routing number'),
    accountNumber: digits(/^\d{4,17}$/, 'Enter the account number, 4 to 17 digits'),
  }),
  ca: z.strictObject({
    scheme: z.literal('ca'),
    holder,
    institutionNumber: digits(/^\d{3}$/, 'Enter the institution number, 3 digits'),
    transitNumber: digits(/^\d{5}$/, 'Enter the transit number, 5 digits'),
    accountNumber: digits(/^\d{7,12}$/, 'Enter the account number, 7 to 12 digits'),
  }),
  gb: z.strictObject({
    scheme: z.literal('gb'),
    holder,
    sortCode: digits(/^\d{6}$/, 'Enter the sort code, 6 digits'),
    accountNumber: digits(/^\d{8}$/, 'Enter the account number, 8 digits'),
  }),
  jm: z.strictObject({
    scheme: z.literal('jm'),
    holder,
    bic: digits(/^[A-Z]{4}JM[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'Enter the SWIFT code of a bank in Jamaica, like JNCBJMKX'),
    transitNumber: digits(/^\d{5}$/, 'Enter the transit number of the branch, 5 digits'),
    accountNumber: digits(/^\d{5,17}$/, 'Enter the account number, 5 to 17 digits'),
  }),
  iban: z.strictObject({
    scheme: z.literal('iban'),
    holder,
    iban: numberWith(isIban, 'Enter a valid IBAN'),
  }),
} as const satisfies Record<BankScheme, z.ZodType>;

/** The labels of the account fields. */
export const bankFieldNames: Readonly<Record<string, string>> = {
  routingNumber: 'Routing number',
  accountNumber: 'Account number',
  institutionNumber: 'Institution number',
  transitNumber: 'Transit number',
  sortCode: 'Sort code',
  bic: 'SWIFT code',
  iban: 'IBAN',
};

/** Where payouts go. */
export const bankDetails = z.discriminatedUnion('scheme', [
  bankDetailsOf.us,
  bankDetailsOf.ca,
  bankDetailsOf.gb,
  bankDetailsOf.jm,
  bankDetailsOf.iban,
]);
export type BankDetails = z.output<typeof bankDetails>;
export type EnteredBankDetails = z.input<typeof bankDetails>;

/** The last characters of the account, by which its owner recognizes it. */
export const lastFourOf = (bank: BankDetails): string =>
  (bank.scheme === 'iban' ? bank.iban : bank.accountNumber).slice(-4);
