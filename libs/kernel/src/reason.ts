const emailAddress = /\S+@\S+\.\S+/;
const phoneNumber = /\+?\d[\d\s()./-]{6,}\d/;

/**
 * Whether a reason identifies a person: it contains an email address, a phone number or one of these names. Such
 * reasons must be rejected, because the envelope of an event stores the reason unencrypted and permanently.
 */
export const identifiesPerson = (reason: string, names: readonly string[] = []): boolean => {
  const words = new Set(wordsOf(reason));
  const containsName = names.some((name) => wordsOf(name).some((word) => word.length > 1 && words.has(word)));
  return containsName || emailAddress.test(reason) || phoneNumber.test(reason);
};

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
