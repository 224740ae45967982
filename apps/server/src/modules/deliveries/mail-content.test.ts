import { describe, expect, it } from 'vitest';
import { mailBodies, type MailContent } from './mail-content.ts';

const content: MailContent = {
  language: 'en',
  subject: 'One <b>& two',
  paragraphs: ['First.\nSecond <script>line</script>.', `"Quoted" & 'so on'`],
  links: [{ label: 'Open <it>', href: 'https://catalogue.example.org/ui/?a=1&b="2"' }],
};
const organisation = { name: '<img src=x onerror=1>', address: 'https://catalogue.example.org/ui/' };

describe('the bodies of a message', () => {
  it('are the paragraphs, the links and who sent it, as plain text', () => {
    expect(mailBodies(content, organisation).text).toBe(
      [
        'First.\nSecond <script>line</script>.',
        `"Quoted" & 'so on'`,
        '- Open <it>\n  https://catalogue.example.org/ui/?a=1&b="2"',
        '-- \nThis message was sent by <img src=x onerror=1>.\nhttps://catalogue.example.org/ui/',
      ].join('\n\n'),
    );
    expect(mailBodies({ ...content, links: [] }, organisation).text).toContain(`so on'\n\n-- \n`);
  });

  it('are HTML in which every given word is escaped, and which loads nothing', () => {
    const { html } = mailBodies(content, organisation);
    expect(html).toContain('<title>One &lt;b&gt;&amp; two</title>');
    expect(html).toContain('First.<br>Second &lt;script&gt;line&lt;/script&gt;.');
    expect(html).toContain('&quot;Quoted&quot; &amp; &#39;so on&#39;');
    expect(html).toContain('href="https://catalogue.example.org/ui/?a=1&amp;b=&quot;2&quot;"');
    expect(html).toContain('>Open &lt;it&gt;</a>');
    expect(html).toContain('sent by &lt;img src=x onerror=1&gt;.');
    const elements = new Set([...html.matchAll(/<([a-z]+)/g)].map(([, name]) => name));
    expect([...elements].sort()).toEqual(
      ['a', 'body', 'br', 'div', 'head', 'html', 'li', 'meta', 'p', 'title', 'ul'].sort(),
    );
    expect(html).not.toMatch(/<[^>]*\s(?:src|srcset|background)=|url\(|@import/);
    expect(mailBodies({ ...content, links: [] }, organisation).html).not.toContain('<ul');
  });

  it.each([
    ['en', 'This message was sent by Estense.'],
    ['it', 'Messaggio inviato da Estense.'],
  ] as const)('are signed in the language %s, which the HTML declares', (language, signature) => {
    const { text, html } = mailBodies({ ...content, language }, { ...organisation, name: 'Estense' });
    expect(text).toContain(signature);
    expect(html).toContain(signature);
    expect(html).toContain(`<html lang="${language}">`);
  });
});
