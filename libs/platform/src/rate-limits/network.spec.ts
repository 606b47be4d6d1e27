import { expect, test } from '@jest/globals';
import { networkPrefixOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.200', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0db8:0001:ffff::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['::1', '0:0:0::/48'],
  [null, ''],
])('the address %s is in the network %s', (ip, network) => expect(networkPrefixOf(ip)).toBe(network));
