/** `social event` → `Social Event`. */
export const titleCase = (text: string): string => text.replace(/(^|\s)\S/g, (letter) => letter.toUpperCase());
