import { displayTitle } from '@armarium/contract/display-title';
import type { Language } from '@armarium/contract/preferences';
import { filledText } from '@armarium/contract/transition-tasks';
import { oneLine } from '../../deliveries/public.ts';
import { effectWords } from './effect-words.ts';

/** A record of an effect, as it was after the transition. */
export interface EffectRecord {
  readonly uuid: string;
  readonly title: string;
  readonly pressmark: string | null;
  /** The address of its page; undefined where it has none, or the installation has no address for links. */
  readonly page: string | undefined;
  /** The address of its representation; null without an address for links. */
  readonly href: string | null;
}

/** What an effect tells: a transition of some records. */
export interface EffectNews {
  readonly uuid: string;
  readonly tenant: string;
  readonly date: Date;
  readonly user: { readonly username: string; readonly name: string };
  readonly transition: {
    readonly uuid: string;
    readonly name: string;
    readonly itemFromState: string;
    readonly itemToState: string;
  };
  readonly resourceType: string;
  readonly comment: string;
  readonly records: readonly EffectRecord[];
}

/** The texts of SEND_EMAIL. */
export interface MailTexts {
  readonly subject: string;
  readonly body: string;
  readonly attachLink: boolean;
}

/**
 * The message of SEND_EMAIL. Of several records the first stands in the texts, "and 11 more", and the list of all follows
 * (decisions §13).
 * @param language of the words around the organisation's own texts
 */
export function mailOf({ subject, body, attachLink }: MailTexts, news: EffectNews, language: Language) {
  const { records, comment, date, user } = news;
  const words = effectWords[language];
  const [first] = records;
  const more = records.length - 1;
  const ofAll = (text: string) => (more > 0 && text !== '' ? words.andMore(text, more) : text);
  const titleOf = ({ title }: EffectRecord) => displayTitle(oneLine(title)) || words.untitled;
  const filling = {
    today: date.toISOString().slice(0, 10),
    user: user.name,
    comment,
    title: first ? ofAll(titleOf(first)) : '',
    pressmark: ofAll(first?.pressmark ?? ''),
    count: String(records.length),
    link: first?.page ?? '',
  };
  const isListed = attachLink || records.length > 1;
  return {
    language,
    subject: oneLine(filledText(subject, filling)),
    paragraphs: filledText(body, filling)
      .split(/(?:\r\n?|\n){2,}/)
      .filter((paragraph) => paragraph.trim() !== ''),
    links: (isListed ? records : []).map((record) => ({
      label: record.pressmark === null ? titleOf(record) : `${titleOf(record)} (${record.pressmark})`,
      ...(attachLink && record.page !== undefined && { href: record.page }),
    })),
  };
}

/** The body that WEBHOOK posts (wire.md). */
export function webhookBodyOf({ uuid, date, records, ...news }: EffectNews): string {
  return JSON.stringify({
    id: `urn:uuid:${uuid}`,
    event: 'transition',
    tenant: news.tenant,
    date: date.toISOString(),
    user: news.user,
    transition: news.transition,
    resourceType: news.resourceType,
    records: records.map((record) => ({
      uuid: record.uuid,
      pressmark: record.pressmark,
      sgtt: record.title,
      href: record.href,
    })),
    comment: news.comment,
  });
}
