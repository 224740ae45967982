import { startSignOn } from '@armarium/contract/sign-on';
import { expect, it } from 'vitest';
import { signOnAddress } from './sign-on-address.ts';

const PROVIDER = '3f1b9d0e-8f0c-4f6e-9a39-0a4f0d1c2b3a';
const address = startSignOn.path.replace(':provider', PROVIDER);
const searchFor = (page: string) => `?next=${encodeURIComponent(page)}`;

it('takes the page along that was asked for', () => {
  const page = '/ui/catalog/abc?page=3&parentId=x';
  expect(signOnAddress(PROVIDER, searchFor(page))).toBe(`${address}${searchFor(page)}`);
});

it.each([
  ['the standard one', ''],
  ['the catalogue', searchFor('/ui/catalog')],
  ['a page of somebody else', searchFor('//evil.example/ui/')],
  ['a page beside the client', searchFor('/images/viewers/dzi/?uuid=1')],
  ['one that is too long', searchFor(`/ui/catalog?text=${'a'.repeat(1000)}`)],
])('leaves it out where it is %s', (_, search) => expect(signOnAddress(PROVIDER, search)).toBe(address));
