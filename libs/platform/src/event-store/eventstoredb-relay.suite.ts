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
    const serverSocket = createConnection(port, host);
    join(client, serverSocket, clients);
    join(serverSocket, client, servers);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const forEachSocket = (sockets: Iterable<Socket>, act: (socket: Socket) => unknown) => {
    for (const socket of [...sockets]) act(socket);
  };
  const cutConnections = () => forEachSocket([...clients, ...servers], (socket) => socket.destroy());
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    holdRequests: () => forEachSocket(clients, (socket) => socket.pause()),
    holdResponses: () => forEachSocket(servers, (socket) => socket.pause()),
    release: () => forEachSocket([...clients, ...servers], (socket) => socket.resume()),
    cut: cutConnections,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      cutConnections();
      await closed;
    },
  };
};
