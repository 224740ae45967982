import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isChecksumList, readChecksumLine } from './checksum-list.ts';

const md5 = createHash('md5').update('x').digest('hex');
const sha1 = createHash('sha1').update('x').digest('hex');
const sha256 = createHash('sha256').update('x').digest('hex');
const sha512 = createHash('sha512').update('x').digest('hex');

test.each([
  [`${md5}  MS 1_001.tif`, 'MS 1_001.tif', 'md5', md5],
  [`${md5} *MS 1_001.tif\r`, 'MS 1_001.tif', 'md5', md5],
  [`\u{FEFF}${sha256.toUpperCase()}  ./a/../b/1.tif`, 'b/1.tif', 'sha256', sha256],
  [`\\${md5}  a\\nb\\\\c.tif`, 'a\nb\\c.tif', 'md5', md5],
  [`${md5}  box\\a.tif`, 'box/a.tif', 'md5', md5],
  [`${sha1}\ta.tif`, 'a.tif', 'sha1', sha1],
  [`${md5}   a.tif`, ' a.tif', 'md5', md5],
  [`SHA256 (a (2).tif) = ${sha256}`, 'a (2).tif', 'sha256', sha256],
  [`${sha512}  e\u0301.tif`, 'é.tif', 'sha512', sha512],
])('%j', (line, path, algorithm, digest) => {
  expect(readChecksumLine(line, 'MD5SUMS')).toEqual({ path, algorithm, digest });
});

test('a manifest of BagIt writes line ends its own way', () => {
  const line = `${md5}    data/a%0Ab%25.tif`;
  expect(readChecksumLine(line, 'manifest-md5.txt')).toMatchObject({ path: 'data/a\nb%.tif' });
  expect(readChecksumLine(`${md5}  data/a%0Ab.tif`, 'MD5SUMS')).toMatchObject({ path: 'data/a%0Ab.tif' });
});

test('a lone checksum belongs to the file beside it', () => {
  expect(readChecksumLine(md5, 'a.tif.md5')).toEqual({ path: 'a.tif', algorithm: 'md5', digest: md5 });
  expect(readChecksumLine(md5, 'MD5SUMS')).toBe('It names no file.');
});

test.each(['', '  ', '\r', '# made by hand', '; md5sum 1.0'])('%j says nothing', (line) => {
  expect(readChecksumLine(line, 'MD5SUMS')).toBeUndefined();
});

test.each([
  ['no checksum here', /not a checksum/],
  [`${md5.slice(1)}  a.tif`, /not a checksum/],
  [`${md5}  ../../etc/passwd`, /leads out/],
  [`${md5}  /etc/passwd`, /leads out/],
  [`${md5}  C:\\a.tif`, /leads out/],
  [`${md5}  .`, /leads out/],
  [`${md5}  a\0.tif`, /NUL bytes/],
])('%j is told', (line, message) => {
  expect(readChecksumLine(line, 'MD5SUMS')).toMatch(message);
});

test.each([
  ['MD5SUMS', true],
  ['sha256sums.txt', true],
  ['checksums.md5', true],
  ['scans.sha256', true],
  ['manifest-sha256.txt', true],
  ['tagmanifest-md5.txt', false],
  ['notes.txt', false],
  ['MS 1_001.tif', false],
])('%s is found as a list: %s', (name, expected) => {
  expect(isChecksumList(name)).toBe(expected);
});
