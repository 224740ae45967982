import { expect, test } from 'vitest';
import { sentType } from './sent-type.ts';

test('[WFACT-16, WFACT-18] items, assets, stories and series are sent as what they are, all others as a collection', () => {
  expect(['ITEM', 'MEDIA', 'STORY', 'SERIES'].map(sentType)).toEqual(['ITEM', 'MEDIA', 'STORY', 'SERIES']);
  expect(['COLLECTION', 'TEMPLATE', 'ACCOUNT', ''].map(sentType)).toEqual(Array(4).fill('COLLECTION'));
});
