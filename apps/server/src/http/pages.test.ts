import { describe, expect, it } from 'vitest';
import { pageAnswer, pageOfRows, wantedPage, wantedSort } from './pages.ts';

const origin = 'http://museo.localhost:8080';
const page = (number: number, size: number, total: number, url = '/list') =>
  pageAnswer('things', [], { number, size }, total, origin, url);

describe('a page of rows', () => {
  it.each([
    [0, [1, 2]],
    [2, [5]],
    [3, []],
  ])('%i of size 2', (number, rows) => {
    expect(pageOfRows([1, 2, 3, 4, 5], { number, size: 2 })).toEqual(rows);
  });
});

describe('the page asked for', () => {
  it.each([
    [{}, { number: 0, size: 20 }],
    [{ page: 3 }, { number: 3, size: 20 }],
    [{ size: 7 }, { number: 0, size: 7 }],
    [
      { page: 1, size: 1000 },
      { number: 1, size: 1000 },
    ],
  ])('of %j is %j', (query, wanted) => {
    expect(wantedPage(query, 20)).toEqual(wanted);
  });

  it('[API-006] is capped in size', () => {
    expect(wantedPage({ size: 1001 }, 20).size).toBe(1000);
    expect(wantedPage({ size: 10 ** 15 }, 20).size).toBe(1000);
  });
});

describe('the order asked for', () => {
  const fields = ['sgtt', 'createdDate'] as const;
  it('[API-013] is read field by field, upwards unless said', () => {
    expect(wantedSort(undefined, fields)).toEqual([]);
    expect(wantedSort(['sgtt', 'createdDate,desc'], fields)).toEqual([
      { field: 'sgtt', direction: 'asc' },
      { field: 'createdDate', direction: 'desc' },
    ]);
  });

  it.each(['colour', 'sgtt,down', 'sgtt,desc,x', '', ',desc', 'SGTT', 'sgtt;drop', 'sgtt, desc', 'toString'])(
    '[API-009] is refused when it is %j',
    (entry) => {
      expect(() => wantedSort([entry], fields)).toThrow(
        expect.objectContaining({ code: 'malformed', status: 400 }) as Error,
      );
    },
  );
});

describe('a page', () => {
  it.each([
    [0, 10, 0, 0, 0],
    [0, 10, 1, 1, 0],
    [0, 10, 10, 1, 0],
    [0, 10, 11, 2, 1],
    [4, 1, 5, 5, 4],
  ])(
    '[API-004] %i of size %i over %i elements is one of %i; the last is %i',
    (number, size, total, pages, last) => {
      const answer = page(number, size, total);
      expect(answer.page).toEqual({ number, size, totalElements: total, totalPages: pages });
      expect(answer._links.first.href).toBe(`${origin}/list?page=0&size=${size}`);
      expect(answer._links.last.href).toBe(`${origin}/list?page=${last}&size=${size}`);
    },
  );

  it('[API-012] has next and prev where they exist, and only there', () => {
    const around = (number: number, total: number) => {
      const { next, prev } = page(number, 10, total)._links;
      return [prev, next].map((link) => link && new URL(link.href).searchParams.get('page'));
    };
    expect(around(0, 0)).toEqual([undefined, undefined]);
    expect(around(0, 10)).toEqual([undefined, undefined]);
    expect(around(0, 11)).toEqual([undefined, '1']);
    expect(around(1, 25)).toEqual(['0', '2']);
    expect(around(2, 25)).toEqual(['1', undefined]);
    expect(around(9, 25)).toEqual(['2', undefined]);
    expect(around(1, 0)).toEqual(['0', undefined]);
  });

  it('[API-011] keeps the other parameters in its links, repeated and strange ones too', () => {
    const { self, next } = page(0, 1, 2, '/list?text=a%26b%20%C3%A8&sort=x&sort=y,desc&page=0')._links;
    expect(self.href).toBe(`${origin}/list?text=a%26b%20%C3%A8&sort=x&sort=y,desc&page=0`);
    const query = new URL(next?.href ?? '').searchParams;
    expect(query.get('text')).toBe('a&b è');
    expect(query.getAll('sort')).toEqual(['x', 'y,desc']);
    expect(query.getAll('page')).toEqual(['1']);
  });

  it('never leads to another host, whatever the address asked for', () => {
    for (const url of [
      '//evil.example/list',
      '/list?x=http://evil.example',
      '/\\evil.example/list',
      'http://evil.example/list',
    ]) {
      const { self } = page(0, 10, 5, url)._links;
      expect(new URL(self.href).host).toBe('museo.localhost:8080');
    }
  });
});
