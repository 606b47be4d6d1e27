import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
// The highest quality: it takes three times as long as the next one, and saves 2% more.
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/** Writes a `.br` file beside every text file of the build; the server sends it without compressing again. */
export const compression = (): Plugin => {
  let folder = '';
  return {
    name: 'festoon:compression',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
          /\.(js|css|html|svg)$/.test(file),
        );
        const write = async (file: string) =>
          writeFileSync(join(folder, `${file}.br`), await compress(readFileSync(join(folder, file)), { params }));
        await Promise.all(texts.map(write));
      },
    },
  };
};
