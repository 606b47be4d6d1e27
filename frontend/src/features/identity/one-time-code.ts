/** The code without the spaces that people type or paste. */
export const normalizeCode = (code: string): string => code.replaceAll(/\s/g, '');
