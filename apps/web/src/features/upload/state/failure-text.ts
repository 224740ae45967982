import { currentLanguage, translate } from '../../../lib/i18n.ts';
import '../../../lib/problem/problem-text.ts';
import '../messages.ts';
import type { Failure, UploadRecord } from './upload-record.ts';

/** What went wrong, and what to do next. */
export interface FailureText {
  title: string;
  next: string;
}

const ownCodes = new Set(['no-assets', 'gone', 'pressmark-taken']);

/**
 * The text of one failure, by its code. The server writes its causes in English, with the figures of the case;
 * in another language their code has a text here, and an unknown one keeps the server's words.
 */
export function failureText(failure: Failure, record: UploadRecord): FailureText {
  if (failure.title !== undefined) {
    const own = { title: failure.title, next: failure.nextStep ?? '' };
    if (currentLanguage() === 'en') return own;
    return {
      title: translate(`upload:cause.${failure.code}.title`, { defaultValue: own.title }),
      next: translate(`upload:cause.${failure.code}.next`, { defaultValue: own.next }),
    };
  }
  if (failure.cause !== undefined) {
    const title = translate('problem:file-refused.title');
    if (currentLanguage() === 'en') return { title, next: failure.nextStep ?? '' };
    const cause = (part: string) => translate(`upload:cause.${failure.cause}.${part}`, { defaultValue: '' });
    return { title, next: `${cause('title')} ${cause('next')}`.trim() || (failure.nextStep ?? '') };
  }
  if (ownCodes.has(failure.code)) {
    return {
      title: translate(`upload:failure.${failure.code}.title`),
      next: translate(`upload:failure.${failure.code}.next`, { pressmark: record.pressmark }),
    };
  }
  const title = translate(`problem:${failure.code}.title`, { defaultValue: '' });
  const code = title === '' ? 'internal' : failure.code;
  return { title: translate(`problem:${code}.title`), next: translate(`problem:${code}.next`) };
}

/** Why a record ended in ERROR: its own failure, that of its only failed file, or how many files failed. */
export function reasonOf(record: UploadRecord): FailureText | undefined {
  if (record.failure) return failureText(record.failure, record);
  const failed = record.assets.filter((asset) => asset.status === 'ERROR');
  const [first] = failed;
  if (first === undefined) return undefined;
  if (failed.length === 1 && first.failure) return failureText(first.failure, record);
  return { title: translate('upload:failure.someFiles', { count: failed.length }), next: '' };
}
