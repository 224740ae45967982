import { useTranslation } from 'react-i18next';
import type { Choice } from './picking.ts';
import { choose, isChosen, nothing } from './selection.ts';
import classes from './select-all.module.css';

/**
 * Ticks the records of the page, or takes the tick from them. The bar that comes then offers all that the list finds, where
 * that can be chosen.
 * @param uuids of the records of the page; none as long as they aren't there
 */
export function SelectAll({ picking, uuids }: { picking: Choice; uuids: readonly string[] }) {
  const { t } = useTranslation('catalogue');
  const { selection, change } = picking;
  const ticked = uuids.filter((uuid) => isChosen(selection, uuid)).length;
  const all = ticked === uuids.length && ticked > 0;
  return (
    <label className={classes.selectAll}>
      <input
        type="checkbox"
        checked={all}
        disabled={uuids.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = ticked > 0 && !all;
        }}
        onChange={() => change(all && selection.all ? nothing : choose(selection, uuids, !all))}
      />
      {t('chooseAll')}
    </label>
  );
}
