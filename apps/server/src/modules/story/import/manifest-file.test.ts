import { describe, expect, it } from 'vitest';
import { STEPS_MAX } from '@armarium/contract/story-steps';
import { readManifest } from './manifest-file.ts';

const image = '0190a5c4-0000-7000-8000-0000000000a1';
const text = (value: string, format = 'text/html') => ({ type: 'TextualBody', value, format });
const annotation = (value: string, target: unknown = 'https://tool.example/canvas/1', more: object = {}) => ({
  type: 'Annotation',
  motivation: 'commenting',
  body: text(value),
  target,
  ...more,
});
const canvasWith = (annotations: readonly object[], more: object = {}) => ({
  id: 'https://tool.example/canvas/1',
  type: 'Canvas',
  width: 4000,
  height: 3000,
  annotations: [{ type: 'AnnotationPage', items: annotations }],
  ...more,
});
const manifestOf = (items: readonly object[], more: object = {}) => ({
  type: 'Manifest',
  label: { en: ['A journey'] },
  items,
  ...more,
});

function storyOf(manifest: unknown) {
  const read = readManifest(manifest);
  if ('problem' in read) throw new Error(read.problem.message);
  return read.story;
}
const codeOf = (file: unknown) => {
  const read = readManifest(file);
  return 'problem' in read ? read.problem.code : undefined;
};
const regionOf = (target: unknown) =>
  storyOf(manifestOf([canvasWith([annotation('Text', target)])])).steps[0]?.region;

it('reads title, author, description and the texts of the annotations, in the order of the canvases', () => {
  const story = storyOf(
    manifestOf(
      [
        canvasWith([
          annotation('<p>First</p>', undefined, { label: { none: ['Ship'] }, summary: { en: ['A ship'] } }),
          annotation('Two\nlines\n\nMore < less', undefined, {
            body: [text('Two\nlines\n\nMore < less', 'text/plain')],
          }),
        ]),
        canvasWith([annotation('<p>Third</p>', undefined, { motivation: ['tagging'] })]),
      ],
      {
        summary: { none: ['<p>By <b>sea</b></p>'] },
        metadata: [
          { label: { en: ['Date'] }, value: { none: ['1500'] } },
          { label: { it: ['Autore'] }, value: { none: ['Ada'] } },
        ],
      },
    ),
  );
  expect(story).toMatchObject({ title: 'A journey', author: 'Ada', description: 'By sea', linkedPages: 0 });
  expect(story.steps.map(({ title, alt, commentary }) => [title, alt, commentary])).toEqual([
    ['Ship', 'A ship', '<p>First</p>'],
    ['', '', '<p>Two<br>lines</p><p>More &lt; less</p>'],
    ['', '', '<p>Third</p>'],
  ]);
});

describe('the region of a step', () => {
  const canvas = 'https://tool.example/canvas/1';
  const whole = { x: 0, y: 0, width: 4000, height: 3000 };
  const selecting = (selector: unknown) => ({ type: 'SpecificResource', source: { id: canvas }, selector });
  it.each([
    ['the canvas alone', canvas, whole],
    ['the canvas as a source', { type: 'SpecificResource', source: canvas }, whole],
    ['a fragment', `${canvas}#xywh=10,20,30,40`, { x: 10, y: 20, width: 30, height: 40 }],
    [
      'a fragment of a source',
      { source: `${canvas}#xywh=10,20,30,40` },
      { x: 10, y: 20, width: 30, height: 40 },
    ],
    ['parts of pixels', `${canvas}#xywh=pixel:10.6,20.2,30,40.1`, { x: 10, y: 20, width: 31, height: 41 }],
    ['per cent', `${canvas}#xywh=percent:25,50,50,10`, { x: 1000, y: 1500, width: 2000, height: 300 }],
    ['beyond the canvas', `${canvas}#xywh=-100,2900,300,500`, { x: 0, y: 2900, width: 200, height: 100 }],
    [
      'a selector',
      selecting({ type: 'FragmentSelector', value: 'xywh=1,2,3,4' }),
      { x: 1, y: 2, width: 3, height: 4 },
    ],
    [
      'one of several selectors',
      [
        selecting([
          { type: 'SvgSelector', value: '<svg/>' },
          { type: 'FragmentSelector', value: 'xywh=1,2,3,4' },
        ]),
      ],
      { x: 1, y: 2, width: 3, height: 4 },
    ],
    [
      'a point',
      selecting({ type: 'PointSelector', x: 2000, y: 1000 }),
      { x: 1625, y: 625, width: 750, height: 750 },
    ],
    ['a shape', selecting({ type: 'SvgSelector', value: '<svg/>' }), undefined],
    ['a part of a recording', `${canvas}#t=1,2`, undefined],
    ['outside the canvas', `${canvas}#xywh=5000,0,10,10`, undefined],
    ['a fragment that says nothing', selecting({ type: 'FragmentSelector', value: 'page=1' }), undefined],
    ['another # in the address', 'https://tool.example/#/canvas/1', whole],
    ['numbers that are none', `${canvas}#xywh=1.2.3,0,10,10`, undefined],
  ])('%s', (_, target, region) => {
    expect(regionOf(target)).toEqual(region);
  });
});

describe('the images of a canvas', () => {
  const imagesOf = (more: object) =>
    storyOf(manifestOf([canvasWith([annotation('Text')], more)])).steps[0]?.canvas;
  const painted = (body: object) => ({ items: [{ items: [{ motivation: 'painting', body }] }] });
  it.each([
    [
      'the address of the canvas',
      { id: `https://here.example/iiif/presentation/3/story/x/canvas/${image.toUpperCase()}` },
    ],
    [
      'the address of the image',
      painted({ id: `https://here.example/iiif/3/${image}~token/full/max/0/default.jpg` }),
    ],
    ['its service', painted({ service: [{ '@id': `https://here.example/iiif/2/${image}` }] })],
    [
      'a choice of images',
      painted({
        type: 'Choice',
        items: [{ id: `https://here.example/iiif/3/${image}/full/max/0/default.jpg` }],
      }),
    ],
  ])('are told by %s', (_, more) => {
    expect(imagesOf(more)?.uuids).toEqual([image]);
  });

  it('are told by their originals', () => {
    const original = { sha256: 'ab'.repeat(32), page: 2 };
    expect(imagesOf(painted({ 'urn:armarium:original': original }))?.originals).toEqual([original]);
    expect(imagesOf(painted({ 'urn:armarium:original': { sha256: 'short', page: 0 } }))?.originals).toEqual(
      [],
    );
  });
});

describe('our own manifests', () => {
  const id = 'https://here.example/iiif/presentation/3/story/s';
  const told = (key: string, more: object) => ({
    ...annotation('', `${id}/canvas/c#xywh=0,0,100,100`, more),
    id: `${id}/annotation/${key}`,
  });
  const ranged = (key: string, more: object = {}) => ({
    id: `${id}/range/${key}`,
    items: [{ id: `${id}/canvas/c#xywh=5,5,50,50`, type: 'Canvas' }],
    ...more,
  });
  const withRanges = (annotations: readonly object[], ranges: readonly object[]) =>
    manifestOf([canvasWith(annotations, { id: `${id}/canvas/c` })], {
      structures: [{ id: `${id}/range/steps`, items: ranges }],
    });

  it('are read in the order of their ranges, with steps that say nothing, and what was added to the file', () => {
    const transition = {
      enabled: false,
      type: 'fade',
      easing: 'easeOutCubic',
      duration: 2,
      delay: 7,
      measureUnit: 's',
      speed: 3,
    };
    const { steps } = storyOf(
      withRanges(
        [
          told('one', { label: { none: ['One'] } }),
          { ...told('added', { label: { none: ['Added'] } }), id: 'https://tool.example/1' },
          told('two', { label: { none: ['Two'] } }),
        ],
        [
          ranged('two', { 'urn:armarium:transition': transition }),
          ranged('silent', { 'urn:armarium:withoutText': true }),
          ranged('deleted'),
          ranged('one', { 'urn:armarium:transition': { speed: 99 } }),
        ],
      ),
    );
    expect(steps.map(({ title }) => title)).toEqual(['Two', '', 'One', 'Added']);
    expect(steps[1]?.region).toEqual({ x: 5, y: 5, width: 50, height: 50 });
    expect(steps.map((step) => step.transition)).toEqual([transition, undefined, undefined, undefined]);
  });

  it('repeat the title and the alternative text for viewers, which is no commentary', () => {
    const { steps } = storyOf(
      manifestOf([
        canvasWith([
          annotation('', undefined, {
            label: { none: ['The <ship>'] },
            body: [text('<p><strong>The &lt;ship&gt;</strong></p>'), text('<p>Look</p>')],
          }),
          annotation('<p>Alone</p>', undefined, { summary: { none: ['Alone'] } }),
          annotation('<p>Other</p>', undefined, { label: { none: ['Title'] } }),
        ]),
      ]),
    );
    expect(steps.map(({ title, commentary }) => [title, commentary])).toEqual([
      ['The <ship>', '<p>Look</p>'],
      ['', ''],
      ['Title', '<p>Other</p>'],
    ]);
  });

  it('keeps annotations whose ids end alike', () => {
    const [first, second] = ['a', 'b'].map((name) => ({
      ...annotation(name, `${id}/canvas/c`),
      id: `https://tool.example/${name}/1`,
    }));
    const { steps } = storyOf(
      withRanges([told('one', { label: { none: ['One'] } }), first ?? {}, second ?? {}], [ranged('one')]),
    );
    expect(steps.map(({ title, commentary }) => title + commentary)).toEqual(['One', 'a', 'b']);
  });
});

describe('the commentary', () => {
  const commentaryOf = (more: object) =>
    storyOf(manifestOf([canvasWith([annotation('', undefined, { label: 'Title', ...more })])])).steps[0]
      ?.commentary;
  it.each([
    ['HTML of no format', { body: { value: ' <p>Hi</p>' } }, ' <p>Hi</p>'],
    ['plain text of no format', { body: { value: 'a < b' } }, '<p>a &lt; b</p>'],
    ['HTML with a charset', { body: text('<p>Hi</p>', 'text/html; charset=utf-8') }, '<p>Hi</p>'],
    ['other ends of lines', { body: text('a\r\nb\r\n\r\nc', 'text/plain') }, '<p>a<br>b</p><p>c</p>'],
    [
      'several bodies',
      {
        body: [
          text('<p>One</p>'),
          { type: 'Image', id: 'https://tool.example/1.jpg' },
          text('two', 'text/plain'),
        ],
      },
      '<p>One</p><p>two</p>',
    ],
    [
      'the first of a choice',
      { body: { type: 'Choice', items: [text('<p>One</p>'), text('<p>Uno</p>')] } },
      '<p>One</p>',
    ],
    [
      'the text of a specific resource',
      { body: { type: 'SpecificResource', source: text('<p>One</p>') } },
      '<p>One</p>',
    ],
    ['no tags', { body: [{ ...text('ship'), purpose: 'tagging' }, text('<p>One</p>')] }, '<p>One</p>'],
    ['a bare value', { body: undefined, bodyValue: 'One' }, '<p>One</p>'],
    [
      'the text of older annotations',
      { body: { '@type': 'dctypes:Text', chars: '<p>One</p>', format: 'text/html' } },
      '<p>One</p>',
    ],
    [
      'a text with a link that says the title',
      { body: text('<p><a href="https://tool.example">Title</a></p>') },
      '<p><a href="https://tool.example">Title</a></p>',
    ],
    [
      'the first language with a text',
      { label: { en: [], it: ['Titolo'] }, body: text('<p>Uno</p>') },
      '<p>Uno</p>',
    ],
  ])('is %s', (_, more, commentary) => {
    expect(commentaryOf(more)).toBe(commentary);
  });
});

it('reads annotations that stand in the manifest, and counts those that it leaves out', () => {
  const target = 'https://tool.example/canvas/1#xywh=1,2,3,4';
  const story = storyOf(
    manifestOf([canvasWith([annotation('')])], {
      annotations: [
        { items: [annotation('Here', target), annotation('Elsewhere', 'https://tool.example/canvas/2')] },
        { id: 'https://tool.example/page' },
      ],
    }),
  );
  expect(story.steps).toMatchObject([{ commentary: 'Here', region: { x: 1, y: 2, width: 3, height: 4 } }]);
  expect([story.annotationsLeftOut, story.linkedPages]).toEqual([2, 1]);
});

it('takes the size of a canvas without one from its image', () => {
  const items = [{ items: [{ body: { width: 400, height: 300 } }] }];
  const sizeOf = (more: object) =>
    storyOf(manifestOf([canvasWith([annotation('Text')], more)])).steps[0]?.canvas.size;
  expect(sizeOf({ width: undefined, items })).toEqual({ width: 400, height: 300 });
  expect(sizeOf({ height: 1e308 })).toEqual({ width: 1, height: 1 });
});

it('tells of pages of annotations that the file only has the address of', () => {
  const linked = { annotations: [{ id: 'https://tool.example/page', type: 'AnnotationPage' }] };
  const story = storyOf(manifestOf([canvasWith([annotation('Text')]), canvasWith([], linked)]));
  expect(story.linkedPages).toBe(1);
});

it('refuses what no story can be made of', () => {
  for (const file of [undefined, 'text', [], { type: 'Collection' }, {}])
    expect(codeOf(file)).toBe('no-manifest');
  expect(codeOf({ '@type': 'sc:Manifest' })).toBe('older-version');
  const withoutText = [
    annotation(''),
    annotation('Ancient text', undefined, { motivation: 'supplementing' }),
    { ...annotation(''), body: { id: 'https://tool.example/film.mp4', type: 'Video' } },
  ];
  for (const items of [[], [canvasWith(withoutText)], ['text']])
    expect(codeOf(manifestOf(items as object[]))).toBe('no-steps');
  const many = (count: number) =>
    manifestOf([canvasWith(Array.from({ length: count }, () => annotation('Text')))]);
  expect([codeOf(many(STEPS_MAX)), codeOf(many(STEPS_MAX + 1))]).toEqual([undefined, 'too-many-steps']);
  const silent = { items: [{ id: 'https://tool.example/canvas/1' }], 'urn:armarium:withoutText': true };
  const structures = [{ id: 'https://here.example/range/steps', items: Array(STEPS_MAX).fill(silent) }];
  expect(codeOf({ ...many(1), structures })).toBe('too-many-steps');
});
