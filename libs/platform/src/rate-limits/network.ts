import type { Limit, LimitCount } from './limits.ts';

/**
 * The key for counting: an IPv4 address, or the /64 network of an IPv6 address, since one machine can use all of it.
 */
export const networkOf = (ip: string | undefined): string => {
  const address = (ip ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const [left, right] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};

/**
 * The /24 network of an IPv4 address or the /48 of an IPv6 address. A device that moves within it is not at a new
 * location.
 */
export const networkPrefixOf = (ip: string | null): string => {
  const network = networkOf(ip ?? undefined);
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return network && `${network.split('.').slice(0, 3).join('.')}.0/24`;
};

/**
 * What a request from this address is counted against: for IPv6 first its /48, with ten times the limit, then its
 * network. A customer of an IPv6 provider often has a whole /48, which contains 65,536 of the networks that are
 * counted.
 */
export const countsOfNetwork = (limit: Limit, ip: string | undefined): readonly LimitCount[] => {
  const network = { limit, key: networkOf(ip) };
  if (!network.key.includes(':')) return [network];
  const prefixLimit = { ...limit, name: `${limit.name}.prefix`, times: limit.times * 10 };
  return [{ limit: prefixLimit, key: networkPrefixOf(ip ?? null) }, network];
};
