const emailAddress = /\S+@\S+\.\S+/;
const phoneNumber = /\+?\d[\d\s()./-]{6,}\d/;

/**
 * Whether a reason identifies a person: it contains an email address, a phone number or one of these names. Such
 * reasons must be rejected, because the envelope of an event stores the reason unencrypted and permanently.
 */
export const identifiesPerson = (reason: string, names: readonly string[] = []): boolean =>
  containsName(reason, names) || emailAddress.test(reason) || phoneNumber.test(reason);

/**
 * The same for an identifier, such as the reference of a bank transfer: it can be a long number, so phone numbers are
 * not looked for.
 */
export const identifierNamesPerson = (identifier: string, names: readonly string[]): boolean =>
  containsName(identifier, names) || emailAddress.test(identifier);

const containsName = (text: string, names: readonly string[]): boolean => {
  const words = new Set(wordsOf(text));
  return names.some((name) => namingWords(name).some((word) => word.length > 1 && words.has(word)));
};

/** Parts of email addresses that identify no one: roles, occupations, shared mailboxes, and endings of domains. */
const commonParts = new Set(
  `client customer professional creator vendor photographer videographer dj designer planner staff admin support
  info contact hello office team mail email booking bookings event events wedding weddings photo photos gmail com net
  org example festoon`.split(/\s+/),
);

/** The words of a name or an email address that identify a person: all those of a name. */
const namingWords = (name: string): readonly string[] =>
  name.includes('@') ? wordsOf(name).filter((word) => !commonParts.has(word)) : wordsOf(name);

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
