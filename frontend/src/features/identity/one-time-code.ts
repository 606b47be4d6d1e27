/** A code as it is sent: what people type or paste between the digits goes. */
export const normalizeCode = (code: string): string => code.replaceAll(/\s/g, '');
