import { Button } from '@mantine/core';
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsavedCells } from './unsaved-cells.tsx';
import type { CellEditing } from './use-cell-editing.ts';

/** The buttons of the editing of cells, and what it tells. */
export function CellTools({ editing }: { editing: CellEditing }) {
  const { t } = useTranslation('table');
  const { edits, mayEdit, isOn, button, toggle } = editing;
  const mayUndo = useSyncExternalStore(edits.subscribe, edits.mayUndo);
  const said = useSyncExternalStore(edits.subscribe, edits.said);
  return (
    <>
      {mayEdit && (
        <Button
          ref={button}
          variant={isOn ? 'light' : 'default'}
          size="sm"
          leftSection={<IconPencil size={18} stroke={1.6} />}
          aria-pressed={isOn}
          onClick={toggle}
        >
          {t('cells.edit')}
        </Button>
      )}
      {isOn && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowBackUp size={18} stroke={1.6} />}
          aria-keyshortcuts="Control+Z Meta+Z"
          aria-disabled={!mayUndo}
          onClick={() => edits.undo()}
        >
          {t('cells.undo')}
        </Button>
      )}
      <UnsavedCells edits={edits} next={button} />
      <span className="visually-hidden" role="status">
        {said && <span key={said.count}>{t(`cells.${said.kind}`, { field: said.field })}</span>}
      </span>
    </>
  );
}
