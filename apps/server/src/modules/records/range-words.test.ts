import { describe, expect, it, test } from 'vitest';
import { seededRandom } from '../../../../../tests/harness/seeded-random.ts';
import { askedDays, beginningsOf, dayRange, numberRange, type WholeRange } from './range-words.ts';

/** Whether a range that is asked for meets the one that a record has, as the index compares their beginnings. */
function meets(asked: WholeRange, held: WholeRange): boolean {
  const words = beginningsOf(held);
  return beginningsOf(asked).some((digits) =>
    words.some((word) => word.startsWith(digits) || digits.startsWith(word)),
  );
}

describe('a range as beginnings of digits', () => {
  it('is as short as the decimal system allows', () => {
    expect(beginningsOf({ first: 1840n, last: 1850n, digits: 4 })).toEqual(['1850', '184']);
    expect(beginningsOf({ first: 7n, last: 7n, digits: 4 })).toEqual(['0007']);
    expect(beginningsOf({ first: 8n, last: 7n, digits: 4 })).toEqual([]);
    expect(beginningsOf({ first: 0n, last: 8_999n, digits: 4 })).toEqual('876543210'.split(''));
  });

  it('has exactly its numbers, whatever its ends', () => {
    const random = seededRandom('points');
    const point = () => BigInt(random.int(0, 2_000));
    for (let round = 0; round < 500; round += 1) {
      const [one, other, held] = [point(), point(), point()];
      const [first, last] = one < other ? [one, other] : [other, one];
      const asked = { first, last, digits: 4 };
      expect(meets(asked, { first: held, last: held, digits: 4 }), `${first}..${last} ${held}`).toBe(
        first <= held && held <= last,
      );
    }
  });

  it('meets another range that has a number in common with it', () => {
    const random = seededRandom('ranges');
    const range = (): WholeRange => {
      const first = random.int(0, 2_000);
      return { first: BigInt(first), last: BigInt(first + random.int(0, 150)), digits: 4 };
    };
    for (let round = 0; round < 500; round += 1) {
      const [asked, held] = [range(), range()];
      expect(meets(asked, held)).toBe(asked.first <= held.last && held.first <= asked.last);
    }
  });
});

const day = (text: string) => {
  const range = dayRange(text);
  if (!range) throw new Error(`${text} is no date.`);
  return range;
};

describe('the days of a date', () => {
  test.each([
    ['1845', ['101845']],
    ['1840/1850', ['101850', '10184']],
    [
      'sec. XV',
      ['101500', '101401', '101402', '101403', '101404', '101405', '101406', '101407', '101408', '101409'],
    ],
    ['1845-02', ['10184502']],
    ['1845-02-28', ['1018450228']],
    ['-0043-03-15', ['0999570315']],
  ])('%s begin with as few digits as can be', (text, beginnings) => {
    const found = beginningsOf(day(text));
    expect(found).toEqual(expect.arrayContaining(beginnings));
    expect(found.length).toBeLessThanOrEqual(text === 'sec. XV' ? 19 : beginnings.length);
  });

  test.each<[asked: string, held: string, isMet: boolean]>([
    ['1840..1850', '[ca 1845]', true],
    ['1840..1850', '1850-12-31', true],
    ['1840..1850', '1851-01-01', false],
    ['1840..1850', 'sec. XIX', true],
    ['1840..1850', 'sec. XVIII', false],
    ['1840-05..1840-07', '1840-06-30', true],
    ['1840-05..1840-07', '1840-08-01', false],
    ['1840-05..1840-07', '1840', true],
    ['1840-02-28..1840-03-01', '1840-02-29', true],
    ['1840..', 'post 1900', true],
    ['1840..', 'ante 1840', false],
    ['..1850', 'ante 1400', true],
    ['..1850', '44 a.C.', true],
    ['79', '0079-08-24', true],
    ['800..850', '0845', true],
    ['476..', '0475', false],
    ['-44..14', '27 a.C.', true],
    ['-44', '45 a.C.', true],
    ['1850..1840', '1845', true],
    ['18..', '1900', true],
    ['..', '1999', true],
  ])('of %s and of %s: in common %s', (asked, held, isMet) => {
    const range = askedDays(asked);
    if (!range) throw new Error(`${asked} is no date.`);
    expect(meets(range, day(held))).toBe(isMet);
    expect(meets(day(held), range)).toBe(isMet);
  });

  it.each(['', 'santo', 'turner..1850'])('are none of %j', (text) => {
    expect(askedDays(text)).toBeUndefined();
  });
});

describe('a number', () => {
  const range = (text: string) => {
    const read = numberRange(text);
    if (!read) throw new Error(`${text} is no number.`);
    return read;
  };

  test.each<[asked: string, held: string, isMet: boolean]>([
    ['12', '12', true],
    ['12', '120', false],
    ['12', '12.0', true],
    ['12..20', '12', true],
    ['12..20', '20', true],
    ['12..20', '20.000001', false],
    ['12,5..12,7', '12.6', true],
    ['-5..3', '0', true],
    ['-5..3', '-5.5', false],
    ['..3', '-1e12', true],
    ['3..', '9788804719984', true],
    ['3..', '1e21', true],
    ['..-3', '-1e21', true],
    ['20..12', '15', true],
    ['0.0000001', '1.5e-7', true],
    ['1.5e3', '1500', true],
    ['.5', '0,5', true],
  ])('asked for as %s is %s: %s', (asked, held, isMet) => {
    expect(meets(range(asked), range(held))).toBe(isMet);
  });

  it.each(['', '..', 'MS 12', '12 13', '1.2.3', '1..2..3', 'abc..3', '3..abc', '0x10', 'e3'])(
    'is not %j',
    (text) => {
      expect(numberRange(text)).toBeUndefined();
    },
  );
});
