import { Button } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListKind } from '../state/content-types.ts';
import { noFiles, orderByName, type ChosenFileList } from '../state/file-list.ts';
import { formatSize } from '../../../lib/file-size.ts';
import classes from './files-step.module.css';

interface PickingProps {
  pickButton: RefObject<HTMLButtonElement | null>;
  openPicker: RefObject<(() => void) | null>;
}

/** Asks for the first files. */
export function Invitation({ list, pickButton, openPicker }: PickingProps & { list: ListKind }) {
  const { t } = useTranslation('choosing');
  return (
    <div className={classes.invitation}>
      <IconFilePlus size={44} stroke={1.2} aria-hidden />
      <Button ref={pickButton} size="md" data-autofocus onClick={() => openPicker.current?.()}>
        {t('choose')}
      </Button>
      <p>{t(`of.${list}.drop`)}</p>
      <p className={classes.kinds}>{t(`of.${list}.kinds`)}</p>
    </div>
  );
}

interface FilesBarProps extends PickingProps {
  selection: ChosenFileList;
  onChange(how: (selection: ChosenFileList) => ChosenFileList): void;
}

/** What is chosen, and what can be done with all of it. */
export function FilesBar({ selection, onChange, pickButton, openPicker }: FilesBarProps) {
  const { t, i18n } = useTranslation('choosing');
  const { files, order } = selection;
  const size_bytes = files.reduce((sum, file) => sum + file.size_bytes, 0);
  return (
    <div className={classes.bar}>
      <p className={classes.count} role="status">
        {t('chosen', { count: files.length, size: formatSize(size_bytes, i18n.language) })}
      </p>
      {order === 'own' && (
        <Button variant="subtle" size="compact-md" onClick={() => onChange(orderByName)}>
          {t('byName')}
        </Button>
      )}
      <Button variant="subtle" color="gray" size="compact-md" onClick={() => onChange(() => noFiles)}>
        {t('clear')}
      </Button>
      <Button
        ref={pickButton}
        data-autofocus
        variant="default"
        leftSection={<IconFilePlus size={18} stroke={1.6} />}
        onClick={() => openPicker.current?.()}
      >
        {t('more')}
      </Button>
    </div>
  );
}
