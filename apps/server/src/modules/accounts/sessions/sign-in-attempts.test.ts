import { expect, it } from 'vitest';
import { networkOf } from './sign-in-attempts.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['1::4:5:6:7:8', '1:0:0:4'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:192.0.2.7', '::ffff:c000:207'],
  ['64:ff9b::192.0.2.7', '64:ff9b::c000:207'],
  ['64:ff9b::0.0.2.7', '64:ff9b::207'],
  ['64:ff9b:1::192.0.2.7', '64:ff9b:1:0'],
  ['64:ff9b::7:192.0.2.7', '64:ff9b:0:0'],
  ['not an address', 'not an address'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
