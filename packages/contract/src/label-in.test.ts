import { describe, expect, it } from 'vitest';
import { labelIn } from './label-in.ts';

describe('the label in a language', () => {
  it.each([
    ['in that language', { name: 'sgtt', label: 'Title', labels: { it: 'Titolo' } }, 'Titolo'],
    ['otherwise for all languages', { name: 'sgtt', label: 'Title', labels: { en: 'Heading' } }, 'Title'],
    ['otherwise the name', { name: 'binding', label: '', labels: {} }, 'binding'],
    ['of something without labels', { name: 'Default' }, 'Default'],
  ])('is the label %s', (_, of, label) => {
    expect(labelIn('it', of)).toBe(label);
  });
});
