import { saveFile } from './save-file.ts';

/** Offers a value for download as JSON. It is formatted, because people read it too. */
export const saveJson = (value: object, name: string): void =>
  saveFile(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }), name);
