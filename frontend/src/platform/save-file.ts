// How long the browser may need to read the file after the click, in milliseconds.
const readingTime = 60_000;

/** Offers a file for download. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readingTime);
};
