export { createFile, flushFolder, replaceFile } from './durable-files.ts';
