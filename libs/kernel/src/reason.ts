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
  return names.some((name) => wordsOf(name).some((word) => word.length > 1 && words.has(word)));
};

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
