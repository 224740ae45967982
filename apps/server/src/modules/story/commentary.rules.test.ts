import { describe, expect, it } from 'vitest';
import { cleanCommentary, commentaryProblem, textOf } from './commentary.rules.ts';

describe('a commentary', () => {
  it.each([
    ['<p onclick="x()">Sì</p>', '<p>Sì</p>'],
    ['<script>alert(1)</script><p>Sì</p>', '<p>Sì</p>'],
    ['<style>p{}</style><b>forte</b> e <i>corsivo</i>', '<strong>forte</strong> e <em>corsivo</em>'],
    [
      '<a href="https://example.org/a?b=1&c=2" target="_top">qui</a>',
      '<a href="https://example.org/a?b=1&amp;c=2">qui</a>',
    ],
    ['<a href="mailto:ada@example.org">scrivi</a>', '<a href="mailto:ada@example.org">scrivi</a>'],
    ['<img src="x" onerror="alert(1)">testo', 'testo'],
    ['<ul><li>uno</li><li>due</li></ul>', '<ul><li>uno</li><li>due</li></ul>'],
    ['<h2>Titolo</h2>testo', '<p>Titolo</p>testo'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', '<p>a b </p>'],
    ['<p> <br> </p>', ''],
    ['', ''],
  ])('%s is kept as %s', (given, kept) => {
    expect(cleanCommentary(given)).toBe(kept);
  });

  it.each([
    'javascript:alert(1)',
    '//example.org',
    '/users/logout',
    '#x',
    'https:evil',
    'data:text/html,x',
    '',
  ])('has no link to %s', (href) => {
    expect(cleanCommentary(`<a href="${href}">qui</a>`)).toBe('<a>qui</a>');
  });

  it('is kept composed, from entities too', () => {
    expect(cleanCommentary('<p>perche&#769;</p>')).toBe('<p>perché</p>');
  });

  it('is the same when it is cleaned again', () => {
    const once = cleanCommentary('<h1>A &amp; B</h1><div>x < y</div><a href="https://a.example/?a&b">l</a>');
    expect(cleanCommentary(once)).toBe(once);
  });

  it('is read without its markup, with its words apart', () => {
    expect(textOf('<p>uno &amp; due</p><p>tre<br>quattro</p>')).toBe('uno & due tre quattro');
  });

  it('[A-87] has at most 800 characters that are read, in any script', () => {
    for (const letter of ['è', '書', 'א', '👩‍👩‍👧']) {
      expect([letter, commentaryProblem(`<p><strong>${letter.repeat(800)}</strong></p>`)]).toEqual([
        letter,
        undefined,
      ]);
      expect(commentaryProblem(`<p>${letter.repeat(801)}</p>`)).toMatch('801 characters');
    }
  });

  it('has no markup or accents without end', () => {
    expect(commentaryProblem(`<p>${'<em>a</em>'.repeat(790)}${'<br />'.repeat(3000)}</p>`)).toMatch('markup');
    expect(commentaryProblem(`a${'\u0301'.repeat(9000)}`)).toMatch('accents');
    const deep = cleanCommentary(`${'<ul><li>'.repeat(2000)}x`);
    expect(deep.length).toBeLessThan(200);
  });
});
