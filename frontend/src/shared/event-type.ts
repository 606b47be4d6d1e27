/** A stored event type as the screen shows it: `social event` is `Social Event`. */
export const eventTypeName = (type: string): string => type.replace(/(^|\s)\S/g, (letter) => letter.toUpperCase());
