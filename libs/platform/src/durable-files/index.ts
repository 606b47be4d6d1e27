export { type Copied, copyFolder } from './copy-folder.ts';
export { createFile, flushFolder, replaceFile } from './durable-files.ts';
