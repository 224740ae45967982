import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListKind } from '../state/content-types.ts';
import type { ChosenFileList } from '../state/file-list.ts';
import { nameList } from '../state/name-list.ts';
import classes from './files-step.module.css';

interface LeftOutProps {
  list: ListKind;
  leftOut: ChosenFileList['leftOut'];
  onDismiss(): void;
}

/** The files that the last choice left out, by name and with the reason. */
export function LeftOut({ list, leftOut, onDismiss }: LeftOutProps) {
  const { t, i18n } = useTranslation('choosing');
  const messages = (['wrongKind', 'empty', 'duplicates'] as const)
    .filter((kind) => leftOut[kind].length > 0)
    .map((kind) => {
      const all = leftOut[kind];
      const names = nameList(all, (count) => t('andMore', { count }), i18n.language);
      return t(kind === 'wrongKind' ? `of.${list}.wrongKind` : kind, { count: all.length, names });
    });
  return (
    <div role="alert" className={classes.leftOut} hidden={messages.length === 0}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {messages.length > 0 && (
        <button type="button" className={classes.dismiss} aria-label={t('dismiss')} onClick={onDismiss}>
          <IconX size={16} />
        </button>
      )}
    </div>
  );
}
