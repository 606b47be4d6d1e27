/** One machine may have as many IPv6 addresses as it likes, but one network of them. */
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

/** The network around an address: 256 of IPv4's, a site's of IPv6. Who moves within it has not gone anywhere new. */
export const neighbourhoodOf = (ip: string | null): string => {
  const network = networkOf(ip ?? undefined);
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return network && `${network.split('.').slice(0, 3).join('.')}.0/24`;
};
