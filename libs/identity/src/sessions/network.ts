import { networkOf } from '#platform';

/** The network around an address: 256 of IPv4's, a site's of IPv6. Who moves within it has not gone anywhere new. */
export const neighbourhoodOf = (ip: string | null): string => {
  const network = networkOf(ip ?? undefined);
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return network && `${network.split('.').slice(0, 3).join('.')}.0/24`;
};
