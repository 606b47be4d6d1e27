import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readConfig } from '#platform/config';
import { freePort } from '#platform/testing';
import { withFreePort } from './port.ts';

let folder: string;
const servers: Server[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'festoon-port-'));
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const configWithPort = (port: number, host = '127.0.0.1') =>
  readConfig({ FESTOON_DATA: folder, PORT: String(port), HOST: host });

/** Listens on a port; a later one is free. */
const occupyPort = async (): Promise<number> => {
  const port = await freePort();
  const server = createServer();
  servers.push(server);
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return port;
};

test('a free port is used without a message', async () => {
  const port = await freePort();
  expect(await withFreePort(configWithPort(port))).toMatchObject({ port, publicUrl: `http://localhost:${port}` });
});

test('if the port is taken, a later one is used and a message says so', async () => {
  const logged = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const takenPort = await occupyPort();
  const { port, publicUrl } = await withFreePort(configWithPort(takenPort));
  expect(port).toBeGreaterThan(takenPort);
  expect(publicUrl).toBe(`http://localhost:${port}`);
  expect(logged).toHaveBeenCalledWith(`Port ${takenPort} is in use. Using port ${port} instead`);
  logged.mockRestore();
});

test('port 0 selects a free port without a message', async () => {
  const logSpy = jest.spyOn(console, 'log');
  expect((await withFreePort(configWithPort(0))).port).toBeGreaterThan(0);
  expect(logSpy).not.toHaveBeenCalled();
});

test('a host that does not belong to this machine is named in the error', async () => {
  await expect(withFreePort(configWithPort(0, '192.0.2.1'))).rejects.toThrow(
    'HOST is "192.0.2.1": this machine does not have this address',
  );
});
