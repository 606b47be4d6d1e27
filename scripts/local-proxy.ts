import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

/** Headers that concern one connection only. */
const ownHeaders = ['connection', 'keep-alive'];

/**
 * A reverse proxy to processes on this machine, for trying out several of them: requests go to one after the other, and
 * a process that does not accept connections is left out. It adds the headers that TRUSTED_PROXIES makes the product
 * read.
 */
export class LocalProxy {
  readonly #targets: number[] = [];
  readonly #sockets = new Set<Duplex>();
  readonly #server = createServer((incoming, response) => void this.#forward(incoming, response));
  #turn = 0;

  constructor() {
    this.#server.on('upgrade', (incoming, client, head) => void this.#upgrade(incoming, client, head));
  }

  /** Listens on this port, or on the next free one; 0 takes any. Returns the port. */
  async listen(port: number, host: string): Promise<number> {
    try {
      this.#server.listen(port, host);
      await once(this.#server, 'listening');
      return (this.#server.address() as AddressInfo).port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return this.listen(port + 1, host);
    }
  }

  /** Sends requests to this port, too. */
  add(port: number): void {
    this.#targets.push(port);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const socket = await this.#connect(incoming);
    if (!socket) return refuse(response, 503, 'No API accepts connections');
    const options = { method: incoming.method, path: incoming.url, headers: forwarded(incoming) };
    const outgoing = request({ ...options, createConnection: () => socket }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, without(answer.headers));
      pipeline(answer, response, () => undefined);
    });
    outgoing.once('error', () => {
      if (response.headersSent) response.destroy();
      else refuse(response, 502, 'The API ended during the request');
    });
    response.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  async #upgrade(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const socket = await this.#connect(incoming);
    if (!socket) return void client.destroy();
    const headers = { ...forwarded(incoming), connection: 'Upgrade' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${[`${incoming.method} ${incoming.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
    socket.write(head);
    for (const [from, to] of [
      [client, socket],
      [socket, client],
    ] as const) {
      this.#sockets.add(from);
      pipeline(from, to, () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }

  /** Nothing has been sent when a connection is refused, so the next process can get the request. */
  async #connect({ url = '' }: IncomingMessage): Promise<Socket | undefined> {
    const first = continuesSocket(url) ? 0 : this.#turn++;
    for (const step of this.#targets.keys()) {
      const port = this.#targets[(first + step) % this.#targets.length] ?? 0;
      const socket = connect(port, '127.0.0.1');
      const isConnected = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      if (isConnected) return socket;
    }
    return undefined;
  }
}

/** A socket that begins by polling consists of several requests, which only one process understands. */
const continuesSocket = (url: string): boolean =>
  url.startsWith('/socket.io/') && /[?&](transport=polling|sid=)/.test(url);

const without = (headers: IncomingMessage['headers']): IncomingMessage['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)));

/** The headers for the process behind the proxy. A client cannot set those that the proxy adds. */
const forwarded = ({ headers, socket }: IncomingMessage): IncomingMessage['headers'] => ({
  ...without(headers),
  'x-forwarded-for': socket.remoteAddress,
  'x-forwarded-proto': 'http',
});

const refuse = (response: ServerResponse, status: number, message: string): void => {
  const headers = { 'content-type': 'application/json', 'retry-after': '1' };
  response.writeHead(status, headers).end(JSON.stringify({ code: 'unavailable', message }));
};
