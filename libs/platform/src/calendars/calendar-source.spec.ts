import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { CalendarSource, isPublicAddress, type Network } from './calendar-source.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A source that resolves every name to the test's own server, which uses plain HTTP. */
class LocalSource extends CalendarSource {
  readonly hosts: string[] = [];
  protected override readonly network: Network;

  constructor(port: number, isPublic: (address: string) => boolean = () => true) {
    super();
    this.network = {
      request: ((url: URL, options: object, done: never) =>
        request(new URL(url.href.replace(/^https/, 'http')), options, done)) as never,
      resolve: async (host) => {
        this.hosts.push(host);
        return [{ address: '127.0.0.1', family: 4 }];
      },
      isPublic,
      port,
    };
  }
}
const serve = async (answer: RequestListener, isPublic?: (address: string) => boolean): Promise<LocalSource> => {
  server = createServer(answer);
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return new LocalSource((server.address() as AddressInfo).port, isPublic);
};
const url = 'https://calendar.example/private/basic.ics?key=secret';

test('a calendar is read, with the name of its server and without compression', async () => {
  const source = await serve(({ url: path, headers }, response) =>
    response.end(`${path} ${headers.host?.split(':')[0]} ${headers['accept-encoding']}`),
  );
  expect(await source.textAt(url)).toBe('/private/basic.ics?key=secret calendar.example identity');
});

test('up to three redirects are followed, and each address is checked', async () => {
  const source = await serve(({ url: path }, response) => {
    const hop = Number(path?.slice(2) ?? 0);
    if (hop >= 3) response.end('arrived');
    else response.writeHead(302, { location: `https://hop-${hop + 1}.example/?${hop + 1}` }).end();
  });
  expect(await source.textAt('https://hop-0.example/?0')).toBe('arrived');
  expect(source.hosts).toEqual(['hop-0.example', 'hop-1.example', 'hop-2.example', 'hop-3.example']);
});

test.each([
  ['itself', 'https://calendar.example/', 'The address leads from one address to the next.'],
  ['plain HTTP', 'http://calendar.example/', 'The address must begin with https://'],
  ['an address of the machine', 'https://127.0.0.1/', 'Enter an address with the name of a server'],
  ['another port', 'https://calendar.example:8443/', 'Enter an address with the name of a server'],
])('a redirect to %s is refused', async (_, location, message) => {
  const source = await serve((_request, response) => response.writeHead(301, { location }).end());
  await expect(source.textAt(url)).rejects.toThrow(message);
});

test('a name that resolves to an internal address is refused without a connection', async () => {
  let requests = 0;
  const source = await serve((_request, response) => {
    requests += 1;
    response.end();
  }, isPublicAddress);
  await expect(source.textAt(url)).rejects.toThrow('This address is not on the public internet.');
  expect(requests).toBe(0);
});

test.each([
  'http://calendar.example/',
  'file:///etc/passwd',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://user:password@calendar.example/',
  'https://calendar.example:22/',
])('%s is not requested', async (address) => {
  const source = await serve((_request, response) => response.end());
  await expect(source.textAt(address)).rejects.toThrow(/^(The address must begin|Enter an address)/);
  expect(source.hosts).toEqual([]);
});

test('other responses are named without the address', async () => {
  const source = await serve((_request, response) => response.writeHead(404).end());
  await expect(source.textAt(url)).rejects.toThrow(/^The other server answered with 404\. Check the address\.$/);
  server?.close();
  server?.closeAllConnections();
  await expect(source.textAt(url)).rejects.toThrow(/^The other server cannot be reached\. Check the address\.$/);
});

test('reading an endless calendar is aborted after 5 MB', async () => {
  let isOpen = true;
  const closing = new EventEmitter();
  const closed = once(closing, 'closed');
  const source = await serve((_request, response) => {
    response.on('close', () => {
      isOpen = false;
      closing.emit('closed');
    });
    const chunk = Buffer.alloc(65_536, 'x');
    const write = (): void => {
      if (isOpen && response.write(chunk)) setImmediate(write);
      else if (isOpen) response.once('drain', write);
    };
    write();
  });
  await expect(source.textAt(url)).rejects.toThrow('The calendar is larger than 5 MB.');
  await closed;
});

test('public addresses', () => {
  const inside = [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '203.0.113.9'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', 'localhost', ''],
  ];
  expect(inside.filter(isPublicAddress)).toEqual([]);
  const outside = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2a00:1450:4001:80e::200e', '2606:4700::1111'];
  expect(outside.filter(isPublicAddress)).toEqual(outside);
});
