import { createConnection, createServer, type Socket } from 'node:net';

/** A proxy between the product and a server that delays and loses data on the open connections. */
export type Relay = {
  readonly port: number;
  /** From now on requests do not arrive. */
  readonly holdRequests: () => void;
  /** From now on responses do not arrive. */
  readonly holdResponses: () => void;
  /** Delivers the requests and responses that were held back. */
  readonly release: () => void;
  /** Closes every connection; requests and responses that were held back are lost. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
};

export const relayTo = async (host: string, port: number): Promise<Relay> => {
  const clients = new Set<Socket>();
  const servers = new Set<Socket>();
  const join = (from: Socket, to: Socket, among: Set<Socket>) => {
    among.add(from);
    from.pipe(to);
    from.on('error', () => undefined);
    from.on('close', () => {
      among.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const far = createConnection(port, host);
    join(client, far, clients);
    join(far, client, servers);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const each = (sockets: Iterable<Socket>, act: (socket: Socket) => unknown) => {
    for (const socket of [...sockets]) act(socket);
  };
  const cut = () => each([...clients, ...servers], (socket) => socket.destroy());
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    holdRequests: () => each(clients, (socket) => socket.pause()),
    holdResponses: () => each(servers, (socket) => socket.pause()),
    release: () => each([...clients, ...servers], (socket) => socket.resume()),
    cut,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
};
