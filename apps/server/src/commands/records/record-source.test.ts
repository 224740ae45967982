import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RecordSource } from './record-source.ts';
import { RefusedRow } from './refused-row.ts';

let folder: string;
let number = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-records-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a file gives: entries as `name=value`, paths, or why it is refused. */
async function read(bytes: string | Buffer, separator?: string) {
  const path = join(folder, `file-${(number += 1)}`);
  await writeFile(path, bytes);
  const source = await RecordSource.open(path, separator);
  try {
    const once = await listed(source);
    expect(await listed(source)).toEqual(once);
    return { rows: once, names: [...source.names] };
  } finally {
    await source.close();
  }
}

async function listed(source: RecordSource) {
  const rows: unknown[] = [];
  for await (const { row, content } of source.rows()) {
    rows.push(
      content instanceof RefusedRow
        ? [row, content.message]
        : [row, content.entries.map(({ name, value }) => [name, value]), content.paths],
    );
  }
  return rows;
}

const line = (object: object) => `${JSON.stringify(object)}\n`;

describe('JSON Lines', () => {
  test('fields, nested values with dots, what lies below extra, lists, nothing of what is null or blank', async () => {
    const { rows, names } = await read(
      line({
        uuid: '4d6f6f6e',
        pressmark: ' MS 1 ',
        sgtt: 'Cafe\u0301\r\nde Flore',
        autn: null,
        sgti: '  ',
        year: -20,
        collectionPath: ['Maps', ' Italy '],
        extra: {
          date: { text: 'later', notBefore: '0051', '': 'unnamed' },
          subjects: ['a', '', null, 'b'],
          loaned: false,
          extra: { again: 1.5 },
        },
      }),
    );
    expect(rows).toEqual([
      [
        1,
        [
          ['pressmark', 'MS 1'],
          ['sgtt', 'Café\nde Flore'],
          ['year', -20],
          ['date.text', 'later'],
          ['date.notBefore', '0051'],
          ['date', 'unnamed'],
          ['subjects', 'a'],
          ['subjects', 'b'],
          ['loaned', false],
          ['extra.again', 1.5],
        ],
        [['Maps', 'Italy']],
      ],
    ]);
    expect(names).toEqual(expect.arrayContaining(['autn', 'sgti', 'year', 'subjects']));
    expect(names).not.toEqual(expect.arrayContaining(['uuid']));
  });

  test('a list of objects gives one repeatable name a leaf, its values in the places of their objects', async () => {
    const { rows } = await read(
      line({
        extra: {
          artists: [
            { name: 'Ada', role: 'artist', birth: null },
            { name: 'Bo', born: { year: 1801 } },
            { name: 'Cy', birth: 1799 },
          ],
        },
      }),
    );
    expect(rows).toEqual([
      [
        1,
        [
          ['artists.name', 'Ada'],
          ['artists.role', 'artist'],
          ['artists.born.year', '–'],
          ['artists.birth', '–'],
          ['artists.name', 'Bo'],
          ['artists.born.year', 1801],
          ['artists.birth', '–'],
          ['artists.name', 'Cy'],
          ['artists.birth', 1799],
        ],
        [],
      ],
    ]);
  });

  test('a name with several values in one object can not be aligned, and has no dashes', async () => {
    const { rows } = await read(line({ by: [{ n: 'A' }, { n: 'B', role: ['x', 'y'] }] }));
    expect(rows).toEqual([
      [
        1,
        [
          ['by.n', 'A'],
          ['by.n', 'B'],
          ['by.role', 'x'],
          ['by.role', 'y'],
        ],
        [],
      ],
    ]);
  });

  test('where a line is not JSON is told in our words', async () => {
    const { rows } = await read('{"sgtt": "cut off\n{"sgtt": 1 "b": 2}\n{sgtt}\n');
    expect(rows).toEqual([
      [1, 'The line is not JSON: it ends too early.'],
      [2, "The line is not JSON: it can't be read from its character 12 on."],
      [3, "The line is not JSON: it can't be read from its character 2 on."],
    ]);
  });

  test('a list of far too many objects, or whose dashes are far too many, is refused', async () => {
    const tooMany = 'The row has more than 1000 values.';
    const unlike = Array.from({ length: 900 }, (_, index) => ({ [`name${index}`]: 'x' }));
    const { rows } = await read(
      line({ sgtt: 'unlike', parts: unlike }) +
        line({ sgtt: 'many', parts: Array.from({ length: 300_000 }, () => ({ a: 1 })) }) +
        line({ sgtt: 'empty', parts: Array.from({ length: 300_000 }, () => ({})) }) +
        line({ sgtt: 'lists', parts: [unlike, unlike] }) +
        line({ parts: Array.from({ length: 1000 }, (_, index) => ({ a: index })) }),
    );
    expect(rows.slice(0, 4)).toEqual([1, 2, 3, 4].map((row) => [row, tooMany]));
    expect(rows[4]).toEqual([5, expect.objectContaining({ length: 1000 }), []]);
  });

  test('each bad line is refused with its cause, and holds back no other', async () => {
    const bad = Buffer.concat([Buffer.from('{"sgtt": "caf'), Buffer.from([0xe9]), Buffer.from('"}\n')]);
    const { rows } = await read(
      Buffer.concat([
        Buffer.from('\u{FEFF}{"sgtt": "1"}\r\n\r\n  \n'),
        bad,
        Buffer.from('{"sgtt": \n[1]\n"x"\n{"a":12345678901234567890}\n{"a":"\\ud800"}\n'),
        Buffer.from('{"collectionPath":["a",""]}\n{"collectionPath":7}\n{"a":1,"a":2}\n{"sgtt":"last"}'),
      ]),
    );
    expect(rows).toEqual([
      [1, [['sgtt', '1']], []],
      [4, 'Byte 14 of the row (E9) is not UTF-8.'],
      [5, expect.stringMatching(/^The line is not JSON/)],
      [6, 'The line is not a JSON object.'],
      [7, 'The line is not a JSON object.'],
      [8, 'a: the number is too large to be kept exactly.'],
      [9, 'a: it holds half of a character.'],
      [10, 'The collection path has an empty title.'],
      [11, 'collectionPath is neither a list of titles nor a list of such lists.'],
      [12, 'The name "a" stands twice in one object.'],
      [13, [['sgtt', 'last']], []],
    ]);
  });

  test('a line beyond measure is refused, the next one read', async () => {
    const { rows } = await read(`${line({ a: 'x'.repeat(5 * 1024 * 1024) })}${line({ a: 'short' })}`);
    expect(rows).toEqual([
      [1, 'The line is longer than 4 MiB.'],
      [2, [['a', 'short']], []],
    ]);
  });

  test('several paths are a list of lists, an empty one is the beginning itself', async () => {
    const { rows } = await read(
      line({ collectionPath: [['A', 'B'], ['C']] }) +
        line({ collectionPath: [] }) +
        line({ collectionPath: null }),
    );
    expect(rows).toEqual([
      [1, [], [['A', 'B'], ['C']]],
      [2, [], [[]]],
      [3, [], []],
    ]);
  });

  test('gzip is told by its content; what is cut off is no file', async () => {
    const zipped = gzipSync(line({ sgtt: 'x'.repeat(1000) }) + line({ sgtt: 'b' }));
    expect((await read(zipped)).rows).toHaveLength(2);
    await expect(read(zipped.subarray(0, -9))).rejects.toThrow(/damaged or cut off/);
  });
});

describe('CSV', () => {
  test.each([
    [',', '\n'],
    [';', '\r\n'],
    ['\t', '\n'],
  ])('finds the delimiter %j by itself, and takes any line end', async (delimiter, end) => {
    const text = [
      ['pressmark', 'sgtt', 'note, or; so'].map((cell) => `"${cell}"`),
      ['MS 1', '"A ""quoted""\r\ntitle"', '5" disk'],
      ['MS 2', 'B', ''],
    ]
      .map((cells) => cells.join(delimiter))
      .join(end);
    expect((await read(`\u{FEFF}${text}`)).rows).toEqual([
      [
        2,
        [
          ['pressmark', 'MS 1'],
          ['sgtt', 'A "quoted"\ntitle'],
          ['note, or; so', '5" disk'],
        ],
        [],
      ],
      [
        3,
        [
          ['pressmark', 'MS 2'],
          ['sgtt', 'B'],
        ],
        [],
      ],
    ]);
  });

  test('a header that stands twice is repeatable; paths, formulas, columns that are no metadata', async () => {
    const { rows, names } = await read(
      'pressmark,sgtt,subject,collectionPath,subject,uuid,extra.uuid,collectionPath,\n' +
        "1,T,a,Maps / A \\/ B / C/D,b,ignored,kept,/,\n2,'=1+1,,,'-x,,,,\n",
    );
    expect(rows).toEqual([
      [
        2,
        [
          ['pressmark', '1'],
          ['sgtt', 'T'],
          ['subject', 'a'],
          ['subject', 'b'],
          ['uuid', 'kept'],
        ],
        [['Maps', 'A / B', 'C/D'], []],
      ],
      [
        3,
        [
          ['pressmark', '2'],
          ['sgtt', '=1+1'],
          ['subject', '-x'],
        ],
        [],
      ],
    ]);
    expect(names).toEqual(['pressmark', 'sgtt', 'subject', 'uuid']);
  });

  test('a separator of one’s own', async () => {
    const { rows } = await read('pressmark;sgtt;collectionPath\n1;T;A > B / C\n', ' > ');
    expect(rows).toEqual([[2, expect.anything(), [['A', 'B / C']]]]);
  });

  test('each bad row is refused with its cause', async () => {
    const { rows } = await read(
      Buffer.concat([
        Buffer.from('pressmark;sgtt;\n1;T\n\n2;'),
        Buffer.from([0xe9]),
        Buffer.from(';\n3;T;x\n4;T;\n5;"open;\n6;T;\n'),
      ]),
    );
    expect(rows).toEqual([
      [2, 'The row has 2 cells, the header 3.'],
      [4, 'Byte 1 of cell "sgtt" (E9) is not UTF-8.'],
      [5, 'Cell 3 has no name in the header row.'],
      [
        6,
        [
          ['pressmark', '4'],
          ['sgtt', 'T'],
        ],
        [],
      ],
      [7, expect.stringMatching(/^A quotation mark is opened in this row and not closed/)],
    ]);
  });

  test('a file in pieces is read like one', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `MS ${index};"A title\n${index}"`);
    const { rows } = await read(['pressmark;sgtt', ...many].join('\n'));
    expect(rows).toHaveLength(5_000);
    expect(rows.at(-1)).toEqual([
      5_001,
      [
        ['pressmark', 'MS 4999'],
        ['sgtt', 'A title\n4999'],
      ],
      [],
    ]);
  });

  test.each([
    [
      'without the columns it needs',
      'Title;Mark\nx;y\n',
      /no column "pressmark" and none called "sgtt".*Title, Mark/,
    ],
    ['in UTF-16 without a mark', Buffer.from('pressmark;sgtt\nMS 1;Città', 'utf16le'), /UTF-16/],
    ['that is a JPEG', Buffer.from('ffd8ffe000104a46494600010101', 'hex'), /no text file/],
    ['of random bytes', Buffer.from('fe93c1078be5021f9dff', 'hex'), /no text file/],
    ['in UTF-16', Buffer.from('\u{FEFF}pressmark', 'utf16le'), /UTF-16/],
    ['that is empty', ' \n', /empty/],
    ['that is one JSON array', '[{"sgtt": 1}]', /JSON array/],
  ])('a file %s is refused whole', async (_what, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });
});
