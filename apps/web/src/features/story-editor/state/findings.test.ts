import { COMMENTARY_MAX_CHARACTERS } from '@armarium/contract/story-steps';
import { describe, expect, it } from 'vitest';
import { commentaryLength, commentaryText, isCommentaryTooLong } from './commentary-text.ts';
import { findingsOf, nameOf } from './findings.ts';
import { madeStep } from './made-steps.ts';

describe('[EDIT-29] what is counted of a commentary', () => {
  it.each([
    ['', ''],
    ['<p></p>', ''],
    ['<p>One <strong>t</strong>wo</p><p>three</p>', 'One two three'],
    ['<ul><li><p>One</p></li><li><p>Two</p></li></ul>', 'One Two'],
    ['<p>a<br>b<br/>c</p>', 'a b c'],
    ['<p>&lt;b&gt; &amp;amp; &quot;x&quot;&nbsp;&nbsp;y</p>', '<b> &amp; "x" y'],
    ['<p><a href="https://example.org/?a=1&amp;b=2">Link</a></p>', 'Link'],
  ])('%s is read as “%s”', (html, text) => {
    expect(commentaryText(html)).toBe(text);
  });

  it('are characters: a letter with its accents or an emoji is one', () => {
    expect(commentaryLength('<p>e\u0301👩‍👩‍👧</p>')).toBe(2);
  });

  it('does not count the markup', () => {
    const text = 'x'.repeat(COMMENTARY_MAX_CHARACTERS);
    expect(isCommentaryTooLong(`<p><strong>${text}</strong></p>`)).toBe(false);
    expect(isCommentaryTooLong(`<p><strong>${text}x</strong></p>`)).toBe(true);
  });
});

it('what is odd about steps is found, kind by kind, with the number of the step', () => {
  const whole = { title: 'Title', alt: 'Seen' };
  const steps = [
    madeStep('a', whole),
    madeStep('b', { ...whole, title: ' ', check: 'image-replaced' }),
    madeStep('c', { ...whole, alt: '', region: { x: 0, y: 0, width: 99, height: 900 } }),
    madeStep('d', { ...whole, commentary: `<p>${'x'.repeat(801)}</p>`, check: 'image-missing' }),
    madeStep('e', { ...whole, check: 'image-not-open', region: { x: 0, y: 0, width: 100, height: 100 } }),
    madeStep('f', { ...whole, image: 'closed' }),
  ];
  expect(
    findingsOf(steps, new Set(['closed'])).map(({ kind, number, id }) => `${kind} ${number}${id}`),
  ).toEqual([
    'image-missing 4d',
    'image-not-open 5e',
    'image-not-open 6f',
    'image-replaced 2b',
    'too-long 4d',
    'no-title 2b',
    'no-alt 3c',
    'tiny 3c',
  ]);
});

it('a step is named by its title, else by the beginning of its commentary', () => {
  expect(nameOf({ title: ' A ', commentary: '' })).toBe('A');
  expect(nameOf({ title: '', commentary: '<p>Look <em>here</em></p>' })).toBe('Look here');
});
