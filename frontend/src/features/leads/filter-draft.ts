/** The text without surrounding spaces, as it is applied. */
export const appliedText = (text: string): string => text.trim();

/** Whether the draft differs from the applied value. */
export const differs = <T>(draft: T, value: T, applied: (value: T) => unknown = String): boolean =>
  String(applied(draft)) !== String(applied(value));

/**
 * The draft of a field after its value has changed. Keeps the typed text if it differs from the applied value only in
 * surrounding spaces, so that a space is still there when the next word is typed.
 */
export const draftAfter = <T>(draft: T, value: T, applied?: (value: T) => unknown): T =>
  differs(draft, value, applied) ? value : draft;
