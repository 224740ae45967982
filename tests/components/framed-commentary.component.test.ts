import { expect, it } from 'vitest';
import { shownCommentary } from '../../apps/web/src/viewers/framed/commentary.ts';

const shown = (html: string): string => {
  const element = document.createElement('div');
  element.append(...shownCommentary(html));
  return element.innerHTML;
};

it('a commentary of a draft keeps what a commentary may hold, and of the rest its text', () => {
  expect(shown('<p>A <strong>b</strong> <em>c</em><br><u>d</u></p><ul><li>e</li></ul>')).toBe(
    '<p>A <strong>b</strong> <em>c</em><br><u>d</u></p><ul><li>e</li></ul>',
  );
  expect(
    shown(
      '<h1 onclick="alert(1)">A</h1><p class="x" style="color: red">b<img src="x" onerror="alert(1)"></p>',
    ),
  ).toBe('A<p>b</p>');
  expect(shown('<p> </p>')).toBe('');
});

it('its links lead out of the frame, to whole addresses only', () => {
  expect(shown('<p><a href="https://example.org/a" rel="x">a</a></p>')).toBe(
    '<p><a href="https://example.org/a" target="_blank" rel="noopener">a</a></p>',
  );
  for (const address of ['javascript:alert(1)', '/ui', 'data:text/html,a'])
    expect(shown(`<p><a href="${address}">a</a></p>`)).toBe('<p><a>a</a></p>');
});
