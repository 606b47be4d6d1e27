// How long the browser may need to read the file after the click, in milliseconds.
const readingTime = 60_000;

/** Offers the file at this URL of the site for download. Without a name it has the one that the server gives it. */
export const saveFrom = (url: string, name = ''): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
};

/** Offers a file for download. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), readingTime);
};
