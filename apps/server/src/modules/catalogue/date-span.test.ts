import edtf from 'edtf';
import { describe, expect, it, test } from 'vitest';
import { seededRandom } from '../../sample/seeded-random.ts';
import { dateSpan, OPEN_END, OPEN_START } from './date-span.ts';

/** `1480` → its first day, `1480-05` → the first of May. */
const start = (text: string) => {
  const [, year, month = '01', day = '01'] = /^(-?\d+)(?:-(\d\d))?(?:-(\d\d))?$/.exec(text) ?? [];
  return Number(year) * 10_000 + Number(month) * 100 + Number(day);
};

describe('[META-65] a date as cataloguers write it is read as the days that it may mean', () => {
  test.each([
    // What a full date and EDTF say.
    ['1480-05-09', '1480-05-09', '1480-05-09', '1480-05-09'],
    ['1500-02-29', '1500-02-29', '1500-02-29', '1500-02-29'],
    ['1480-05', '1480-05', '1480-05-01', '1480-05-31'],
    ['1480', '1480', '1480-01-01', '1480-12-31'],
    ['-0043', '-0043', '-43-01-01', '-43-12-31'],
    ['148X', '148X', '1480-01-01', '1489-12-31'],
    ['1480~', '1480~', '1480-01-01', '1480-12-31'],
    ['1480/1490', '1480/1490', '1480-01-01', '1490-12-31'],
    ['1480/..', '1480/..', '1480-01-01', OPEN_END],
    ['../1480', '../1480', OPEN_START, '1480-12-31'],
    ['[1480..1490]', '1480/1490', '1480-01-01', '1490-12-31'],
    // Years.
    ['[1480]', '1480', '1480-01-01', '1480-12-31'],
    ['[ca 1480]', '1480~', '1480-01-01', '1480-12-31'],
    ['[ca. 1480?]', '1480%', '1480-01-01', '1480-12-31'],
    ['circa 1480', '1480~', '1480-01-01', '1480-12-31'],
    ['1480 ca.', '1480~', '1480-01-01', '1480-12-31'],
    ['c. 1480', '1480~', '1480-01-01', '1480-12-31'],
    ['[1480?]', '1480?', '1480-01-01', '1480-12-31'],
    ['c1990', '1990', '1990-01-01', '1990-12-31'],
    ['44 a.C.', '-0043', '-43-01-01', '-43-12-31'],
    ['44 BC', '-0043', '-43-01-01', '-43-12-31'],
    ['79 d. C.', '0079', '79-01-01', '79-12-31'],
    ['AD 79', '0079', '79-01-01', '79-12-31'],
    ['1 BCE', '0000', '0-01-01', '0-12-31'],
    ['MCCCCLXXX', '1480', '1480-01-01', '1480-12-31'],
    ['MDCCXLIV', '1744', '1744-01-01', '1744-12-31'],
    ['[148-]', '1480/1489', '1480-01-01', '1489-12-31'],
    ['[14--]', '1400/1499', '1400-01-01', '1499-12-31'],
    ['1480s', '1480/1489', '1480-01-01', '1489-12-31'],
    ['anni 1480', '1480/1489', '1480-01-01', '1489-12-31'],
    // Days and months.
    ['9 maggio 1480', '1480-05-09', '1480-05-09', '1480-05-09'],
    ['1° maggio 1480', '1480-05-01', '1480-05-01', '1480-05-01'],
    ['May 9th, 1480', '1480-05-09', '1480-05-09', '1480-05-09'],
    ['9 sett. 1480', '1480-09-09', '1480-09-09', '1480-09-09'],
    ['maggio 1480', '1480-05', '1480-05-01', '1480-05-31'],
    ['09/05/1480', '1480-05-09', '1480-05-09', '1480-05-09'],
    ['9.5.1480', '1480-05-09', '1480-05-09', '1480-05-09'],
    ['15 March 44 BC', '-0043-03-15', '-43-03-15', '-43-03-15'],
    // From one to another.
    ['1480-1490', '1480/1490', '1480-01-01', '1490-12-31'],
    ['1480–90', '1480/1490', '1480-01-01', '1490-12-31'],
    ['1921-22', '1921/1922', '1921-01-01', '1922-12-31'],
    ['1480/81', '1480/1481', '1480-01-01', '1481-12-31'],
    ['tra il 1480 e il 1490', '1480/1490', '1480-01-01', '1490-12-31'],
    ['between 1480 and 1490', '1480/1490', '1480-01-01', '1490-12-31'],
    ['dal 1480 al 1490', '1480/1490', '1480-01-01', '1490-12-31'],
    ['1480 o 1481', '1480/1481', '1480-01-01', '1481-12-31'],
    ['ca 1480-1490', '1480~/1490~', '1480-01-01', '1490-12-31'],
    ['30-20 a.C.', '-0029/-0019', '-29-01-01', '-19-12-31'],
    ['50 BC - 50 AD', '-0049/0050', '-49-01-01', '50-12-31'],
    ['3-5 May 1480', '1480-05-03/1480-05-05', '1480-05-03', '1480-05-05'],
    ['gennaio-marzo 1480', '1480-01/1480-03', '1480-01-01', '1480-03-31'],
    ['9 maggio - 3 giugno 1480', '1480-05-09/1480-06-03', '1480-05-09', '1480-06-03'],
    // Before and after.
    ['ante 1480', '../1479', OPEN_START, '1479-12-31'],
    ['prima del 9 maggio 1480', '../1480-05-08', OPEN_START, '1480-05-08'],
    ['not after 1480', '../1480', OPEN_START, '1480-12-31'],
    ['post 1480', '1481/..', '1481-01-01', OPEN_END],
    ['after 31 December 1480', '1481-01-01/..', '1481-01-01', OPEN_END],
    ['dal 1480', '1480/..', '1480-01-01', OPEN_END],
    ['1480-', '1480/..', '1480-01-01', OPEN_END],
    // Centuries and their parts.
    ['sec. XV', '1401/1500', '1401-01-01', '1500-12-31'],
    ['XV secolo', '1401/1500', '1401-01-01', '1500-12-31'],
    ['XV', '1401/1500', '1401-01-01', '1500-12-31'],
    ['15th century', '1401/1500', '1401-01-01', '1500-12-31'],
    ['15th c.', '1401/1500', '1401-01-01', '1500-12-31'],
    ['sec. XV ex.', '1476/1500', '1476-01-01', '1500-12-31'],
    ['s. XV in.', '1401/1425', '1401-01-01', '1425-12-31'],
    ['saec. XV med.', '1441/1460', '1441-01-01', '1460-12-31'],
    ['sec. XV, prima metà', '1401/1450', '1401-01-01', '1450-12-31'],
    ['seconda metà del sec. XV', '1451/1500', '1451-01-01', '1500-12-31'],
    ['ultimo quarto del XV secolo', '1476/1500', '1476-01-01', '1500-12-31'],
    ['first half of the 15th century', '1401/1450', '1401-01-01', '1450-12-31'],
    ['late 15th century', '1476/1500', '1476-01-01', '1500-12-31'],
    ['fine del Quattrocento', '1476/1500', '1476-01-01', '1500-12-31'],
    ['sec. XV-XVI', '1401/1600', '1401-01-01', '1600-12-31'],
    ['secc. XIV–XV', '1301/1500', '1301-01-01', '1500-12-31'],
    ['15th-16th century', '1401/1600', '1401-01-01', '1600-12-31'],
    ['sec. XV ex. - XVI in.', '1476/1525', '1476-01-01', '1525-12-31'],
    ['sec. I a.C.', '-0099/0000', '-99-01-01', '0-12-31'],
    ['2nd century BC', '-0199/-0100', '-199-01-01', '-100-12-31'],
    ['verso la fine del sec. XV', '1476~/1500~', '1476-01-01', '1500-12-31'],
    ['sec. XV?', '1401?/1500?', '1401-01-01', '1500-12-31'],
  ])('%s', (text, expected, first, last) => {
    const day = (bound: string | number) => (typeof bound === 'number' ? bound : start(bound));
    expect(dateSpan(text)).toEqual({ edtf: expected, first: day(first), last: day(last) });
  });

  test.each([
    '',
    's.d.',
    'n.d.',
    'senza data',
    '1480-02-30',
    '30 febbraio 1480',
    '1490-1480',
    'x',
    '?',
    'sec. XXXX',
    'Y17E5',
    '31/4/1480',
    'circa',
  ])('%j is not understood', (text) => {
    expect(dateSpan(text)).toBeUndefined();
  });

  it('takes any text, and what it tells is in order and as EDTF reads it', () => {
    const random = seededRandom('dates');
    const words =
      'sec. XV ex. in. 1480 90 ca [ ] ? - / a.C. BC maggio 9 ante post e 148- .. ~ X § 3° 1/2 prima metà 29 feb'.split(
        ' ',
      );
    for (let run = 0; run < 5_000; run += 1) {
      const typed = Array.from({ length: random.int(0, 6) }, () => random.pick(words)).join(
        random.pick(['', ' ']),
      );
      const span = dateSpan(typed);
      if (!span) continue;
      expect(span.first, typed).toBeLessThanOrEqual(span.last);
      // Of days that the reformed calendar left out EDTF knows nothing.
      if (span.edtf.includes('-02-29')) continue;
      expect(dateSpan(span.edtf), typed).toEqual(span);
      expect(() => edtf(span.edtf), typed).not.toThrow();
    }
  });

  it('reads each day in each form, and two of them as all between', () => {
    const random = seededRandom('days');
    const names =
      'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
        ' ',
      );
    const two = (number: number) => String(number).padStart(2, '0');
    const key = (one: Day) => one.year * 10_000 + one.month * 100 + one.day;
    const said = (one: Day) => `${one.day} ${names[one.month - 1]} ${one.year}`;
    const made = (): Day => ({
      year: random.int(1000, 2100),
      month: random.int(1, 12),
      day: random.int(1, 28),
    });
    for (let run = 0; run < 500; run += 1) {
      const [from, to] = [made(), made()].sort((one, other) => key(one) - key(other)) as [Day, Day];
      const iso = `${from.year}-${two(from.month)}-${two(from.day)}`;
      const expected = { edtf: iso, first: key(from), last: key(from) };
      for (const form of [iso, said(from), `[${said(from)}]`, `${from.day}/${from.month}/${from.year}`]) {
        expect(dateSpan(form), form).toEqual(expected);
      }
      expect(dateSpan(`${said(from)} - ${said(to)}`)).toMatchObject({ first: key(from), last: key(to) });
      if (from.year === to.year) continue;
      const years = { first: from.year * 10_000 + 101, last: to.year * 10_000 + 1231 };
      expect(dateSpan(`${from.year}-${to.year}`)).toMatchObject(years);
      const before = { first: (1 - to.year) * 10_000 + 101, last: (1 - from.year) * 10_000 + 1231 };
      expect(dateSpan(`${to.year}-${from.year} a.C.`)).toMatchObject(before);
    }
  });
});

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}
