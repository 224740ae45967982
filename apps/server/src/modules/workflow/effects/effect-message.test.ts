import { describe, expect, it } from 'vitest';
import {
  mailOf,
  webhookBodyOf,
  type EffectNews,
  type EffectRecord,
  type MailTexts,
} from './effect-message.ts';

const record = (number: number, more: Partial<EffectRecord> = {}): EffectRecord => ({
  uuid: `record-${number}`,
  title: `Herbarium ${number}`,
  pressmark: `MS ${number}`,
  page: `https://example.org/ui/${number}`,
  href: `https://example.org/meta/items/${number}`,
  ...more,
});
const records = (count: number) => Array.from({ length: count }, (_, index) => record(index + 1));
const news: EffectNews = {
  uuid: '0190b3c0-0000-7000-8000-000000000001',
  tenant: 'default',
  date: new Date('2026-03-01T23:30:00.000Z'),
  user: { username: 'ada', name: 'Ada Rossi' },
  transition: { uuid: 'transition-1', name: 'Approve', itemFromState: 'In review', itemToState: 'Approved' },
  resourceType: 'ITEM',
  comment: 'Looks good.\nThank you.',
  records: records(1),
};
const texts: MailTexts = { subject: 'News', body: 'Some news.', attachLink: false };

describe('a message', () => {
  it('of one record has its words in the place of the placeholders; other braces stay', () => {
    const mail = mailOf(
      {
        ...texts,
        subject: '{title} ({pressmark})',
        body: '{today}, {user}: {comment}\n\n{count} {link} {nobody} {} {Title}',
      },
      news,
      'en',
    );
    expect(mail).toEqual({
      language: 'en',
      subject: 'Herbarium 1 (MS 1)',
      paragraphs: [
        '2026-03-01, Ada Rossi: Looks good.\nThank you.',
        '1 https://example.org/ui/1 {nobody} {} {Title}',
      ],
      links: [],
    });
  });

  it('does not fill what a title or a comment has in braces', () => {
    const of = { ...news, comment: '{title}', records: [record(1, { title: 'The {user} $& of $1' })] };
    const { subject, paragraphs } = mailOf({ ...texts, subject: '{title}', body: '{comment}' }, of, 'en');
    expect([subject, ...paragraphs]).toEqual(['The {user} $& of $1', '{title}']);
  });

  it.each([
    ['en', 12, 'Herbarium 1 and 11 more', 'MS 1 and 11 more'],
    ['en', 2, 'Herbarium 1 and 1 more', 'MS 1 and 1 more'],
    ['it', 12, 'Herbarium 1 e altri 11', 'MS 1 e altri 11'],
    ['it', 2, 'Herbarium 1 e un altro', 'MS 1 e un altro'],
  ] as const)('of several records names the first of them (%s, %i)', (language, count, title, pressmark) => {
    const several = { ...news, records: records(count) };
    const mail = mailOf({ ...texts, subject: '{count}: {title}', body: '{pressmark}' }, several, language);
    expect(mail.subject).toBe(`${count}: ${title}`);
    expect(mail.paragraphs).toEqual([pressmark]);
    expect(mail.links).toHaveLength(count);
  });

  it('of several records lists them, with their addresses only where the links are wanted', () => {
    const several = {
      ...news,
      records: [
        record(1, { title: 'La *Divina commedia' }),
        record(2, { pressmark: null }),
        record(3, { title: ' ' }),
      ],
    };
    expect(mailOf(texts, several, 'it').links).toEqual([
      { label: 'La Divina commedia (MS 1)' },
      { label: 'Herbarium 2' },
      { label: 'Senza titolo (MS 3)' },
    ]);
    expect(mailOf({ ...texts, attachLink: true }, several, 'en').links).toEqual([
      { label: 'La Divina commedia (MS 1)', href: 'https://example.org/ui/1' },
      { label: 'Herbarium 2', href: 'https://example.org/ui/2' },
      { label: 'Untitled (MS 3)', href: 'https://example.org/ui/3' },
    ]);
  });

  it('of one record has its link where it is wanted, and its name alone where it has no page', () => {
    const linked = { ...texts, attachLink: true };
    expect(mailOf(linked, news, 'en').links).toEqual([
      { label: 'Herbarium 1 (MS 1)', href: 'https://example.org/ui/1' },
    ]);
    const without = { ...news, records: [record(1, { page: undefined })] };
    expect(mailOf({ ...linked, body: '<{link}>' }, without, 'en')).toMatchObject({
      paragraphs: ['<>'],
      links: [{ label: 'Herbarium 1 (MS 1)' }],
    });
  });

  it('has its subject on one line, whatever a title or a comment holds', () => {
    const broken = {
      ...news,
      comment: 'one\r\nBcc: two@example.org',
      records: [record(1, { title: 'A\r\nB\u0085C\tD' })],
    };
    const mail = mailOf({ ...texts, subject: '{title}: {comment}' }, broken, 'en');
    expect(mail.subject).toBe('A B C D: one Bcc: two@example.org');
  });
});

it('[WFACT-30] the body of a webhook is that of the specification', () => {
  const two = { ...news, records: [record(1), record(2, { pressmark: null, href: null })] };
  expect(JSON.parse(webhookBodyOf(two))).toEqual({
    id: 'urn:uuid:0190b3c0-0000-7000-8000-000000000001',
    event: 'transition',
    tenant: 'default',
    date: '2026-03-01T23:30:00.000Z',
    user: { username: 'ada', name: 'Ada Rossi' },
    transition: {
      uuid: 'transition-1',
      name: 'Approve',
      itemFromState: 'In review',
      itemToState: 'Approved',
    },
    resourceType: 'ITEM',
    records: [
      {
        uuid: 'record-1',
        pressmark: 'MS 1',
        sgtt: 'Herbarium 1',
        href: 'https://example.org/meta/items/1',
      },
      { uuid: 'record-2', pressmark: null, sgtt: 'Herbarium 2', href: null },
    ],
    comment: 'Looks good.\nThank you.',
  });
});
