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

/** The program of whoever is signed in; those who may upload have the widget for it on every page. */
const shell = ['index.html', 'src/app/app.tsx', 'src/features/upload/components/upload-widget.tsx'];

/** The sources that are imported on the way to a page, dynamic imports included, and its budget. */
const entryPages = [
  { name: 'sign-in', sources: ['index.html', 'src/app/sign-in-root.tsx'], budget_bytes: 130 * KILOBYTE },
  {
    name: 'catalogue',
    sources: [...shell, 'src/app/pages/collection-route.tsx'],
    budget_bytes: 300 * KILOBYTE,
  },
  {
    name: 'item',
    sources: [
      ...shell,
      'src/app/pages/item-route.tsx',
      'src/app/pages/item-first.ts',
      'src/viewers/deep-zoom.tsx',
      'src/features/assets/components/asset-section.tsx',
    ],
    budget_bytes: 400 * KILOBYTE,
  },
  // Each no more than its library and a little of ours, so that a page of pictures may hold several.
  { name: 'viewer dzi', sources: ['viewers/dzi.html'], budget_bytes: 100 * KILOBYTE },
  {
    name: 'viewer iiif',
    sources: ['viewers/iiif.html', 'src/viewers/framed/mirador-window.ts'],
    budget_bytes: 700 * KILOBYTE,
  },
  {
    name: 'viewer 3d',
    sources: ['viewers/3d.html', 'src/viewers/framed/model-stage.ts'],
    budget_bytes: 320 * KILOBYTE,
  },
  { name: 'player audio', sources: ['viewers/audio.html'], budget_bytes: 10 * KILOBYTE },
  { name: 'player video', sources: ['viewers/video.html'], budget_bytes: 10 * KILOBYTE },
];

/**
 * @param {string} dist the built client
 * @returns {{ name: string, budget_bytes: number, gzip_bytes: number, scripts: string[] }[]} per page, its scripts as
 *   paths below dist
 * @throws where a source that a page begins with is in no chunk any more
 */
export function weighPages(dist) {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
  return entryPages.map(({ name, sources, budget_bytes }) => {
    // What the page's frame names itself, beside the entry of the manifest.
    const frame = readFileSync(path.join(dist, sources[0]), 'utf8');
    const scripts = new Set(
      [...frame.matchAll(/<script[^>]* src="\/ui\/([^"]+)"/g)].map(([, script]) => script),
    );
    const seen = new Set();
    const add = (source) => {
      if (seen.has(source)) return;
      seen.add(source);
      const chunk = manifest[source];
      if (!chunk)
        throw new Error(
          `${source}, with which the page "${name}" begins, is in no chunk of its own any more.`,
        );
      scripts.add(chunk.file);
      for (const imported of chunk.imports ?? []) add(imported);
    };
    sources.forEach(add);
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
      `${page.name.padEnd(12)} ${kilobytes(page.gzip_bytes).padStart(9)} of ${kilobytes(page.budget_bytes)}, ` +
        `${page.scripts.length} scripts${isOver ? '  OVER ITS BUDGET' : ''}`,
    );
    if (isOver) process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
