import { expect, it } from 'vitest';
import { tenantTypeOf } from './tenant-type.ts';

it.each([
  ['/catalog', 'catalog'],
  ['/catalog/0b9c/cultural-item/77', 'catalog'],
  ['/story', 'story'],
  ['/story/12', 'story'],
  ['/storytelling', 'catalog'],
  ['/management/self', 'management'],
  ['/configuration', 'management'],
  ['/support', 'catalog'],
  ['/login', 'catalog'],
])('[SHELL-11] the tenant type of %s is %s', (path, type) => {
  expect(tenantTypeOf(path)).toBe(type);
});
