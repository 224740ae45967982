import { describe, expect, it } from 'vitest';
import { seriesPageParts, type SeriesPage, type StoryCard } from './series-page.ts';

const origin = 'https://catalogue.example.org';
const story = (uuid: string, more: Partial<StoryCard> = {}): StoryCard => ({
  ...{ uuid, title: uuid, author: '', description: '', stepsCount: 2, picture: undefined },
  ...more,
});
const parts = (more: Partial<SeriesPage> = {}) =>
  seriesPageParts({
    uuid: 'series',
    title: 'Viaggi </script>',
    author: 'Grazia <Deledda>',
    description: '',
    modifiedAt: new Date('2026-11-27T10:00:00Z'),
    publisher: 'Museo & Biblioteca',
    isPublic: true,
    storiesCount: more.stories?.length ?? 0,
    page: 1,
    stories: [],
    origin,
    suffix: '',
    language: 'en',
    ...more,
  });
const links = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, address]) => address);

describe('the page of a series', () => {
  it('has a card with one link for each story, in the order that it is given', () => {
    const { article } = parts({
      stories: [
        story('one', {
          title: 'A <b>',
          author: 'Ada & Bruno',
          description: 'x'.repeat(150).concat(' yy'.repeat(50)),
        }),
        story('two', { stepsCount: 1 }),
      ],
    });
    expect(links(article)).toEqual([
      '/images/viewers/story/?storyID=one&amp;seriesID=series',
      '/images/viewers/story/?storyID=two&amp;seriesID=series',
    ]);
    expect(article).toContain('A &lt;b&gt;</a>');
    expect(article).toContain('<p class="author" dir="auto">Grazia &lt;Deledda&gt;</p>');
    expect(article).toContain('<p class="author" dir="auto">Ada &amp; Bruno</p>');
    expect(article).toContain('yy …</p>');
    expect(article.match(/\d+ (?:stories|steps?)/g)).toEqual(['2 stories', '2 steps', '1 step']);
  });

  it('shows the region of a picture, and says where there is none', () => {
    const region = { x: 10, y: 20, width: 1600, height: 800 };
    const { head, article } = parts({
      stories: [story('one'), story('two', { picture: { uuid: 'image', region } })],
      suffix: '~',
    });
    expect(article).toContain('<span class="missing">No picture</span>');
    expect(article).toContain('<img src="/iiif/3/image~/10,20,1600,800/400,200/0/default.jpg"');
    expect(head).toContain(
      `"og:image" content="${origin}/iiif/3/image~/10,20,1600,800/1200,600/0/default.jpg"`,
    );
    // In a frame of another site the reader stays a visitor.
    expect(links(article)[0]).toBe('/images/viewers/story/?storyID=one~&amp;seriesID=series');
  });

  it('is told to search engines while it is public, with the stories by their own addresses', () => {
    const { head } = parts({ stories: [story('one')], storiesCount: 101, page: 2 });
    const address = `${origin}/images/viewers/series/?seriesID=series&amp;page=2`;
    expect(head).toContain(`<link rel="canonical" href="${address}" />`);
    expect(head).toContain('content="Viaggi &lt;/script&gt;"');
    const [, told = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? [];
    const url = `${origin}/images/viewers/story/?storyID=one`;
    expect(JSON.parse(told)).toMatchObject({
      '@type': 'CollectionPage',
      name: 'Viaggi </script>',
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: 101,
        itemListElement: [{ '@type': 'ListItem', position: 101, name: 'one', url }],
      },
    });
    expect(parts({ isPublic: false }).head).toContain('noindex');
    expect(parts({ isPublic: false }).head).not.toMatch(/canonical|ld\+json|og:url/);
  });

  it('leads to the pages beside it', () => {
    const ways = (page: number) =>
      links(/<nav.*<\/nav>/.exec(parts({ storiesCount: 250, page, language: 'it' }).article)?.[0] ?? '');
    const address = '/images/viewers/series/?seriesID=series';
    expect([1, 2, 3].map(ways)).toEqual([
      [`${address}&amp;page=2`],
      [address, `${address}&amp;page=3`],
      [`${address}&amp;page=2`],
    ]);
    expect(parts({ storiesCount: 250, page: 2, language: 'it' }).article).toContain('Pagina 2 di 3');
    expect(parts({ stories: [story('one')] }).article).not.toContain('<nav');
  });
});
