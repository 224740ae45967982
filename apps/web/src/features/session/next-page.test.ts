import { describe, expect, it } from 'vitest';
import { nextPage, signInAddress } from './next-page.ts';

describe('the page after signing in', () => {
  it('leads back to the page that was asked for', () => {
    const address = signInAddress({ pathname: '/ui/catalog/abc', search: '?page=3&parentId=x' });
    expect(nextPage(address.slice(address.indexOf('?')))).toBe('/ui/catalog/abc?page=3&parentId=x');
  });

  it('may be a viewer’s page, which lies beside the client', () => {
    const asked = '/images/viewers/dzi/?uuid=1';
    expect(nextPage(`?next=${encodeURIComponent(asked)}`)).toBe(asked);
  });

  it('is the catalogue when nothing was asked for', () => {
    expect(signInAddress({ pathname: '/ui/', search: '' })).toBe('/ui/login');
    expect(nextPage('')).toBe('/ui/catalog');
  });

  it.each([
    'https://evil.example/ui/catalog',
    '//evil.example/ui/',
    '/\\evil.example/ui/',
    '/ui/login',
    '/ui/../users/logout',
    '/images/viewers/../../users/logout',
    'javascript:alert(1)',
  ])('never leads away from the client: %s', (asked) =>
    expect(nextPage(`?next=${encodeURIComponent(asked)}`)).toBe('/ui/catalog'),
  );
});
