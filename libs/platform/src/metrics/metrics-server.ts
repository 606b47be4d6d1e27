import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Metrics, metricsContentType } from './metrics.ts';

export type MetricsServer = { readonly url: string; readonly close: () => Promise<void> };

/** METRICS_PORT is used by another process. */
export class MetricsPortTaken extends Error {}

/**
 * Serves `/metrics` without a session on a port of its own, for a Prometheus that can reach it. Port 0 takes any free
 * port. Throws a {@link MetricsPortTaken}.
 */
export const serveMetrics = async (metrics: Metrics, host: string, port: number): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics')
      return respond(response, 404, 'text/plain', 'Not found\n');
    metrics.text().then(
      (text) => respond(response, 200, metricsContentType, text),
      () => respond(response, 500, 'text/plain', 'The metrics could not be read\n'),
    );
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new MetricsPortTaken(`METRICS_PORT is ${port}, but another process uses it. Choose a port for each process.`);
  });
  const address = server.address() as AddressInfo;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/metrics`, close };
};

const respond = (response: ServerResponse, status: number, type: string, text: string): void => {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
};
