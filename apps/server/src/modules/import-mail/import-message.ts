import { displayTitle } from '@armarium/contract/display-title';
import type { Language } from '@armarium/contract/preferences';
import { oneLine } from '../deliveries/public.ts';
import type { FailedFile, ImportedSheet, ImportSeries } from './import-ends.queries.ts';

/** What a message about the end of an import tells. */
export interface ImportNews {
  readonly series: Pick<ImportSeries, 'files' | 'failed' | 'sheets' | 'failedRows' | 'began_at' | 'last_at'>;
  /** The first of those that failed. */
  readonly failed: readonly FailedFile[];
  readonly sheets: readonly ImportedSheet[];
}

/** The paths of the pages that the message leads to, within the client. */
export interface ImportPages {
  readonly item: (uuid: string) => string;
  readonly batch: (uuid: string) => string;
  /** @param areFailed whether it shows only what failed */
  readonly monitor: (areFailed: boolean) => string;
  readonly profile: string;
}

const MINUTE_MS = 60_000;

/** The words of the message. Numbers come in as they are written in the language. */
const words = {
  en: {
    subject: 'Your import has ended',
    subjectFailed: (failed: string) => `Your import has ended: ${failed} failed`,
    files: (count: number, files: string, time: string) =>
      `The import of ${files} ${count === 1 ? 'file' : 'files'} has ended. It took ${time}.`,
    ready: (count: number) => (count === 1 ? 'It is ready.' : 'All of them are ready.'),
    failed: (count: number, failed: string) =>
      `${failed} ${count === 1 ? 'file' : 'files'} could not be prepared. The page Imports says why, and what to do about each.`,
    listed: (listed: string) => `The first ${listed} of them are listed here.`,
    sheet: (name: string, changed: string, failed: string) =>
      `The import of the spreadsheet ${name} has ended. Rows written: ${changed}; failed: ${failed}.`,
    brokenOff: (name: string, changed: string) =>
      `The import of the spreadsheet ${name} was interrupted. Rows written: ${changed}.`,
    moreSheets: (more: string) => `Other imported spreadsheets: ${more}.`,
    why: 'You get this message because you chose it in your profile.',
    untitled: 'Untitled',
    result: (name: string) => `Result of ${name}`,
    monitor: 'Imports',
    profile: 'Own profile',
  },
  it: {
    subject: 'La tua importazione è terminata',
    subjectFailed: (failed: string) => `La tua importazione è terminata: errori: ${failed}`,
    files: (_count: number, files: string, time: string) =>
      `L’importazione di ${files} file è terminata. È durata ${time}.`,
    ready: (count: number) => (count === 1 ? 'È pronto.' : 'Sono tutti pronti.'),
    failed: (count: number, failed: string) =>
      `${failed} file non ${count === 1 ? 'si è potuto' : 'si sono potuti'} preparare. La pagina Importazioni dice perché, e che cosa fare per ciascuno.`,
    listed: (listed: string) => `Qui sono elencati i primi ${listed}.`,
    sheet: (name: string, changed: string, failed: string) =>
      `L’importazione del foglio di calcolo ${name} è terminata. Righe scritte: ${changed}; errori: ${failed}.`,
    brokenOff: (name: string, changed: string) =>
      `L’importazione del foglio di calcolo ${name} è stata interrotta. Righe scritte: ${changed}.`,
    moreSheets: (more: string) => `Altri fogli di calcolo importati: ${more}.`,
    why: 'Ricevi questo messaggio perché lo hai scelto nel tuo profilo.',
    untitled: 'Senza titolo',
    result: (name: string) => `Esito di ${name}`,
    monitor: 'Importazioni',
    profile: 'Profilo personale',
  },
} as const satisfies Record<Language, object>;

/** The message that an import has ended: how much it was, and what failed. */
export function importMessage(
  { series, failed, sheets }: ImportNews,
  pages: ImportPages,
  language: Language,
) {
  const say = words[language];
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const failures = series.failed + series.failedRows;
  const time = durationOf(series.last_at.getTime() - series.began_at.getTime());
  return {
    language,
    subject: failures === 0 ? say.subject : say.subjectFailed(number(failures)),
    paragraphs: [
      ...(series.files > 0 ? [say.files(series.files, number(series.files), time)] : []),
      ...(series.files > 0 && series.failed === 0 ? [say.ready(series.files)] : []),
      ...(series.failed > 0 ? [say.failed(series.failed, number(series.failed))] : []),
      ...(series.failed > failed.length ? [say.listed(number(failed.length))] : []),
      ...sheets.map((sheet) =>
        sheet.isBrokenOff
          ? say.brokenOff(sheet.filename, number(sheet.changed))
          : say.sheet(sheet.filename, number(sheet.changed), number(sheet.failed)),
      ),
      ...(series.sheets > sheets.length ? [say.moreSheets(number(series.sheets - sheets.length))] : []),
      say.why,
    ],
    links: [
      ...failed.map(({ filename, item, title, pressmark }) => ({
        label: `${filename}: ${displayTitle(oneLine(title)) || say.untitled} (${pressmark})`,
        href: pages.item(item),
      })),
      ...sheets.map(({ filename, batch }) => ({ label: say.result(filename), href: pages.batch(batch) })),
      ...(series.files > 0 ? [{ label: say.monitor, href: pages.monitor(series.failed > 0) }] : []),
      { label: say.profile, href: pages.profile },
    ],
  };
}

/** Hours and minutes, such as `1 h 28 min`; these signs are the same in all languages here. */
function durationOf(time_ms: number): string {
  const minutes = Math.max(1, Math.round(time_ms / MINUTE_MS));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ');
}
