/** A text as it is applied: spaces around it do not count. */
export const appliedText = (text: string): string => text.trim();

/** Whether a draft must be applied, because it means another value than the one that is applied now. */
export const differs = <T>(draft: T, value: T, applied: (value: T) => unknown = String): boolean =>
  String(applied(draft)) !== String(applied(value));

/**
 * The draft of a field after its value has changed: what the user typed stays if it means the value, so that a space is still
 * there when the next word is typed.
 */
export const draftAfter = <T>(draft: T, value: T, applied?: (value: T) => unknown): T =>
  differs(draft, value, applied) ? value : draft;
