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

/** The /24 network of an IPv4 address or the /48 of an IPv6 address. A device that moves within it is not at a new location. */
export const networkPrefixOf = (ip: string | null): string => {
  const network = networkOf(ip ?? undefined);
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return network && `${network.split('.').slice(0, 3).join('.')}.0/24`;
};
