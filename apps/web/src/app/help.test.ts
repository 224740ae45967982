import { describe, expect, it } from 'vitest';

interface Tree {
  readonly [key: string]: string | Tree;
}

const files = import.meta.glob<{ default: Tree }>('../**/{en,it}.json', { eager: true });
const texts = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : texts(value)));
const pages = import.meta.glob<string>('../../help/*.html', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const page = (language: string) => pages[`../../help/${language}.html`] ?? '';
const all = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) => text.replace(/\s+/g, ' ').trim());

describe.each(['en', 'it'])('the help page in %s', (language) => {
  const html = page(language);

  it('calls buttons, states and messages what the screens call them', () => {
    const said = new Set(
      Object.entries(files).flatMap(([path, { default: tree }]) =>
        path.endsWith(`/${language}.json`) ? texts(tree) : [],
      ),
    );
    const quoted = [...all(html, /<b>(.*?)<\/b>/gs), ...all(html, /<dt>(.*?)<\/dt>/gs)];
    expect(quoted.length).toBeGreaterThan(20);
    expect(quoted.filter((text) => !said.has(text))).toEqual([]);
  });

  it('has its sections in the contents, in order', () => {
    expect(all(html, /<a href="#([\w-]+)">[^<]*<\/a><\/li>/g)).toEqual(all(html, /<section id="([\w-]+)">/g));
  });

  it('tells the same things as the other one', () => {
    const bones = (text: string) => text.match(/<(section|li|dt|tr|kbd)\b( id="[\w-]+")?/g);
    expect(bones(html)).toEqual(bones(page('en')));
  });
});

it('the Italian help page has Italian quotes, names of keys and verbs', () => {
  expect(page('it')).not.toMatch(/[“”]|<kbd>(Enter|Return|Shift)<|\bTogli\b/);
});
