import { translate } from '../../../lib/i18n.ts';
import { describeCause } from '../../../lib/problem/cause-text.ts';
import { problemText } from '../../../lib/problem/problem-text.ts';
import type { Failure, UploadRecord } from './upload-record.ts';

/** What went wrong, and what to do next. */
export interface FailureText {
  title: string;
  next: string;
}

const ownCodes = new Set(['no-assets', 'gone', 'file-gone', 'pressmark-taken']);

/** The text of one failure in the user's language: its cause where the server found one, else by its code. */
export function failureText(failure: Failure, record: UploadRecord): FailureText {
  return describeFailure(failure, record.pressmark);
}

/** The same of what belongs to no record. @param pressmark the one that was taken */
export function describeFailure(failure: Failure, pressmark = ''): FailureText {
  const { code, cause, title, nextStep = '', figures } = failure;
  if (title !== undefined) return describeCause({ code, title, nextStep });
  if (cause !== undefined) {
    const found = describeCause({ code: cause, title: '', nextStep });
    return { title: translate('problem:file-refused.title'), next: `${found.title} ${found.next}`.trim() };
  }
  if (ownCodes.has(code)) {
    return {
      title: translate(`upload:failure.${code}.title`),
      next: translate(`upload:failure.${code}.next`, { pressmark }),
    };
  }
  return problemText(code, { figures });
}

/** Why a record ended in ERROR: its own failure, that of its only file, or how many files failed. */
export function reasonOf(record: UploadRecord): FailureText | undefined {
  if (record.failure) return failureText(record.failure, record);
  const failed = record.assets.filter((asset) => asset.status === 'ERROR');
  const [first] = failed;
  if (first === undefined) return undefined;
  if (record.assets.length === 1 && first.failure) return failureText(first.failure, record);
  return { title: translate('upload:failure.someFiles', { count: failed.length }), next: '' };
}
