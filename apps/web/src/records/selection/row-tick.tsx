import { useTranslation } from 'react-i18next';
import type { useItemGestures } from './use-item-gestures.ts';
import classes from './row-tick.module.css';

interface RowTickProps {
  uuid: string;
  title: string;
  chosen: boolean;
  gestures: Pick<ReturnType<typeof useItemGestures>, 'onTick'>;
  /** -1 where the Tab key passes it by. */
  tabIndex?: number;
}

/** The checkbox that chooses the item of a row; with the shift key all from the last one that was chosen. */
export function RowTick({ uuid, title, chosen, gestures, tabIndex }: RowTickProps) {
  const { t } = useTranslation('catalogue');
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        checked={chosen}
        tabIndex={tabIndex}
        aria-label={t('choose', { title })}
        onChange={({ nativeEvent }) =>
          gestures.onTick(uuid, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}
