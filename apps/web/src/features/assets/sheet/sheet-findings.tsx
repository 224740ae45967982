import type { SheetImage } from '@armarium/contract/contact-sheet';
import { IconAlertTriangle, IconCopy, IconRotate2, IconRowInsertBottom } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import classes from './contact-sheet-page.module.css';
import type { Marks } from './sheet-marks.ts';
import type { SheetSelection } from './sheet-selection.ts';

interface SheetFindingsProps {
  images: readonly SheetImage[];
  /** By the uuids of the images. */
  marks: ReadonlyMap<string, Marks>;
  onSelect(selection: SheetSelection): void;
}

/** What is striking about the images, each kind a button that chooses them. */
export function SheetFindings({ images, marks, onSelect }: SheetFindingsProps) {
  const { t } = useTranslation('sheet');
  const marked = (isMarked: (mark: Marks) => boolean) =>
    images.flatMap(({ uuid }) => {
      const mark = marks.get(uuid);
      return mark !== undefined && isMarked(mark) ? [uuid] : [];
    });
  const findings = [
    { key: 'turned', Icon: IconRotate2, uuids: marked(({ isTurned }) => isTurned) },
    { key: 'duplicates', Icon: IconCopy, uuids: marked(({ sameAs }) => sameAs.length > 0) },
    { key: 'gaps', Icon: IconRowInsertBottom, uuids: marked(({ missing }) => missing.length > 0) },
    {
      key: 'failedChanges',
      Icon: IconAlertTriangle,
      uuids: images.flatMap(({ uuid, lastChangeFailed }) => (lastChangeFailed ? [uuid] : [])),
    },
  ].filter(({ uuids }) => uuids.length > 0);
  const choose = (uuids: readonly string[]) => {
    const [first] = uuids;
    onSelect({ chosen: new Set(uuids), active: first, anchor: first });
  };
  return (
    <div className={classes.findings} role="group" aria-label={t('findings')}>
      {findings.length === 0 && <span>{t('clean')}</span>}
      {findings.map(({ key, Icon, uuids }) => (
        <button key={key} type="button" title={t('chooseThem')} onClick={() => choose(uuids)}>
          <Icon size={16} aria-hidden />
          {t(key, { count: uuids.length, number: grouped(uuids.length) })}
        </button>
      ))}
      <span id="sheet-keys" className="visually-hidden">
        {t('keys')}
      </span>
    </div>
  );
}
