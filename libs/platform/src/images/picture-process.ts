// The program of a process that decodes pictures for picture-processes.ts. Its parameter is the memory limit in bytes.
//
// In development Node runs this file as it is, without its types, so it and what it imports contain no other syntax of
// TypeScript.
import { type DecodingResult, memoryExitCode } from './decoding-result.ts';
import { derivePicture } from './picture.ts';
import { PictureRefused } from './picture-refused.ts';

/**
 * How often the process checks its memory, in milliseconds. Decoders work in threads, so they do not delay this timer.
 */
const memoryInterval = 20;

const resultOf = async (content: Buffer): Promise<DecodingResult> => {
  try {
    return { picture: await derivePicture(content) };
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: error.message };
    return { error: error instanceof Error ? error.message : String(error) };
  }
};

const maxMemory = Number(process.argv[2]);
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.exit(memoryExitCode);
}, memoryInterval).unref();

process.on('message', async (content: Buffer) => {
  process.send?.(await resultOf(content));
});
// Its parent process has disconnected it or was killed.
process.once('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
