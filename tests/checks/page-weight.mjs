/**
 * The script that each entry page loads before anybody does anything, gzipped, against its budget (performance
 * design §4). Run by `npm test` after the build, and recorded by `npm run bench -- weight`.
 *
 * What a page loads is its chunks with all that they import statically; which sources it begins with is said below.
 * tests/e2e/page-weight.soak.e2e.ts looks in a browser that these are all.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const KILOBYTE = 1000;

/** Italian has the texts of causes, which the server writes in English: no language weighs more. */
const HEAVIEST_WORDS = 'src/app/italian.ts';

/** The program of whoever is signed in. */
const shell = ['index.html', 'src/app/app.tsx'];

/** A page for frames, before its viewer's own library comes and with it. */
const framed = (name, page, library, budget_bytes) => [
  { name: `${name}, own script`, sources: [page], without: library, budget_bytes: 40 * KILOBYTE },
  { name, sources: [page, library], budget_bytes },
];

/** The sources that are imported on the way to a page, dynamic imports included, and its budget. */
const entryPages = (words) => [
  {
    name: 'sign-in',
    sources: ['index.html', 'src/app/sign-in-root.tsx', words.replace('/app/', '/app/sign-in-')],
    budget_bytes: 130 * KILOBYTE,
  },
  { name: 'catalogue', sources: [...shell, words], budget_bytes: 300 * KILOBYTE },
  {
    name: 'item',
    sources: [
      ...shell,
      words,
      words.replace('.ts', '-of-item.ts'),
      'src/app/pages/item-route.tsx',
      'src/viewers/deep-zoom.tsx',
    ],
    budget_bytes: 400 * KILOBYTE,
  },
  ...framed('viewer dzi', 'viewers/dzi.html', '_zoom-stage', 100 * KILOBYTE),
  ...framed('viewer iiif', 'viewers/iiif.html', 'src/viewers/framed/mirador-window.ts', 700 * KILOBYTE),
  ...framed('viewer 3d', 'viewers/3d.html', 'src/viewers/framed/model-stage.ts', 320 * KILOBYTE),
  { name: 'player audio', sources: ['viewers/audio.html'], budget_bytes: 40 * KILOBYTE },
  { name: 'story player', sources: ['viewers/story.html'], budget_bytes: 80 * KILOBYTE },
  { name: 'player video', sources: ['viewers/video.html'], budget_bytes: 40 * KILOBYTE },
  // Pages that need no script, and have none.
  { name: 'story as a page', sources: ['viewers/story-page.html'], budget_bytes: 0 },
  { name: 'series', sources: ['viewers/series.html'], budget_bytes: 0 },
];

/**
 * @param {string} dist the built client
 * @param {string} words the source of the words that a signed-in page loads
 * @returns {{ name: string, budget_bytes: number, gzip_bytes: number, scripts: string[] }[]} per page, its scripts as
 *   paths below dist
 * @throws where a source that a page begins with is in no chunk any more
 */
export function weighPages(dist, words = HEAVIEST_WORDS) {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
  return entryPages(words).map(({ name, sources, without, budget_bytes }) => {
    // What the page's frame names itself, beside the entry of the manifest.
    const frame = readFileSync(path.join(dist, sources[0]), 'utf8');
    const scripts = new Set(
      [...frame.matchAll(/<script[^>]* src="\/ui\/([^"]+)"/g)].map(([, script]) => script),
    );
    /** The key of a source; a chunk that several pages share has a hash in its own. */
    const keyOf = (source) =>
      Object.keys(manifest).find((key) => key === source || key.startsWith(`${source}-`));
    const seen = new Set(without && [keyOf(without)]);
    const add = (source) => {
      const key = keyOf(source);
      if (seen.has(key)) return;
      seen.add(key);
      const chunk = manifest[key];
      if (!chunk)
        throw new Error(
          `${source}, with which the page "${name}" begins, is in no chunk of its own any more.`,
        );
      scripts.add(chunk.file);
      for (const imported of chunk.imports ?? []) add(imported);
    };
    // A page without a script is in no chunk. If it got one, the tag in its HTML would be found above.
    if (budget_bytes > 0) sources.forEach(add);
    const sizes = [...scripts].map((script) => gzipSync(readFileSync(path.join(dist, script))).length);
    return {
      name,
      budget_bytes,
      gzip_bytes: sizes.reduce((sum, size) => sum + size, 0),
      scripts: [...scripts].sort(),
    };
  });
}

function main() {
  const kilobytes = (bytes) => `${(bytes / KILOBYTE).toFixed(1)} kB`;
  for (const page of weighPages(path.resolve(import.meta.dirname, '../../apps/web/dist'))) {
    const isOver = page.gzip_bytes > page.budget_bytes;
    console.log(
      `${page.name.padEnd(23)} ${kilobytes(page.gzip_bytes).padStart(9)} of ${kilobytes(page.budget_bytes)}, ` +
        `${page.scripts.length} scripts${isOver ? '  OVER ITS BUDGET' : ''}`,
    );
    if (isOver) process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
