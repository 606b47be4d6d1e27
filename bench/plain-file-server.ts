// The least that a server has to do for a large download: read a file from disk, as often as the address says, and send
// it. Prints its port.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const [, , path = ''] = process.argv;

async function* contents(times: number): AsyncGenerator<Buffer> {
  for (let count = 0; count < times; count += 1) yield* createReadStream(path, { highWaterMark: 262_144 });
}

const server = createServer(async ({ url = '/0' }, response) => {
  const content = Readable.from(contents(Number(url.slice(1))), { objectMode: false });
  await pipeline(content, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
