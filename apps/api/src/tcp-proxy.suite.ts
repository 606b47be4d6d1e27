import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '#platform/testing';

/** A TCP proxy in front of a server, which tests can interrupt and restore. Clients connect to `url`. */
export class TcpProxy {
  readonly #sockets = new Set<Socket>();
  #server: Server;

  private constructor(
    readonly url: string,
    private readonly target: URL,
    server: Server,
  ) {
    this.#server = server;
    this.#serve();
  }

  static async to(url: string): Promise<TcpProxy> {
    const server = createServer();
    // One that no other program gets while the proxy is cut.
    const port = await freePort();
    await listening(server, port);
    const proxyUrl = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href;
    return new TcpProxy(proxyUrl, new URL(url), server);
  }

  /** Refuses new connections and closes the open ones. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async repair(): Promise<void> {
    this.#server = createServer();
    await listening(this.#server, Number(new URL(this.url).port));
    this.#serve();
  }

  #serve(): void {
    this.#server.on('connection', (near) => {
      const serverSocket = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [near, serverSocket]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          serverSocket.destroy();
        });
      }
      near.pipe(serverSocket).pipe(near);
    });
  }
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
