import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { CalendarUnreadable } from './busy-periods.ts';

/** Limits of one request: milliseconds in total, bytes and redirects. */
const [timeLimit, sizeLimit, maxRedirects] = [15_000, 5_000_000, 3];

type Address = { readonly address: string; readonly family: number };
/** The network as this class uses it. Tests replace it with a server of their own. */
export type Network = {
  readonly request: typeof request;
  readonly resolve: (host: string) => Promise<readonly Address[]>;
  readonly isPublic: (address: string) => boolean;
  readonly port: number;
};

const reservedNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reservedNetworks.addSubnet(network, prefix, 'ipv4');
// Of IPv6, only 2000::/3 is public; inside of it are examples, and networks that lead to IPv4 addresses.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reservedNetworks.addSubnet(network, prefix, 'ipv6');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 4) return !reservedNetworks.check(address, 'ipv4');
  return isIP(address) === 6 && publicIpv6.check(address, 'ipv6') && !reservedNetworks.check(address, 'ipv6');
};

const internet: Network = {
  request,
  resolve: (host) => lookup(host, { all: true }),
  isPublic: isPublicAddress,
  port: 443,
};

/**
 * Reads calendars from addresses that users enter. It connects only to public addresses, which it resolves itself, so
 * that a name cannot lead to another address between the check and the connection.
 */
@Injectable()
export class CalendarSource {
  protected readonly network: Network = internet;

  /** The text of a calendar. Throws {@link CalendarUnreadable}; the message does not contain the address. */
  async textAt(url: string): Promise<string> {
    const signal = AbortSignal.timeout(timeLimit);
    try {
      return await this.#read(url, signal, maxRedirects);
    } catch (error) {
      if (error instanceof CalendarUnreadable) throw error;
      throw new CalendarUnreadable(
        signal.aborted
          ? 'The other server did not send the calendar in time.'
          : 'The other server cannot be reached. Check the address.',
      );
    }
  }

  async #read(address: string, signal: AbortSignal, redirects: number): Promise<string> {
    const url = allowedUrl(address);
    const response = await this.#get(url, await this.#publicAddresses(url.hostname), signal);
    const { statusCode = 0, headers } = response;
    if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) {
      response.destroy();
      if (redirects === 0) throw new CalendarUnreadable('The address leads from one address to the next.');
      return this.#read(new URL(headers.location, url).href, signal, redirects - 1);
    }
    if (statusCode !== 200) {
      response.destroy();
      throw new CalendarUnreadable(`The other server answered with ${statusCode}. Check the address.`);
    }
    return textOf(response);
  }

  async #publicAddresses(host: string): Promise<readonly Address[]> {
    const addresses = await this.network.resolve(host);
    if (addresses.length === 0 || !addresses.every(({ address }) => this.network.isPublic(address)))
      throw new CalendarUnreadable('This address is not on the public internet.');
    return addresses;
  }

  #get(url: URL, addresses: readonly Address[], signal: AbortSignal): Promise<IncomingMessage> {
    const [{ address, family } = { address: '', family: 4 }] = addresses;
    return new Promise((resolve, reject) => {
      this.network
        .request(
          url,
          {
            port: this.network.port,
            signal,
            agent: false,
            // Bytes are counted as they arrive, so they must not be compressed.
            headers: { accept: 'text/calendar', 'accept-encoding': 'identity', 'user-agent': 'Festoon' },
            lookup: (_host, options, done) =>
              options.all ? done(null, [{ address, family }]) : done(null, address, family),
          },
          resolve,
        )
        .on('error', reject)
        .end();
    });
  }
}

const allowedUrl = (address: string): URL => {
  const url = new URL(address);
  if (url.protocol !== 'https:') throw new CalendarUnreadable('The address must begin with https://');
  if (url.port || url.username || url.password || isIP(url.hostname.replace(/^\[|\]$/g, '')))
    throw new CalendarUnreadable('Enter an address with the name of a server, without port and password.');
  return url;
};

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > sizeLimit) {
      response.destroy();
      throw new CalendarUnreadable('The calendar is larger than 5 MB.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
