import { useTranslation } from 'react-i18next';
import type { Picking } from '../../../records/selection/picking.ts';
import { choose, isChosen, nothing } from '../../../records/selection/selection.ts';
import classes from './select-all.module.css';

/**
 * Ticks the items of the page, or takes the tick from them; the bar that comes then offers all that the list finds.
 * @param uuids of the items of the page; none as long as they aren't there
 */
export function SelectAll({ picking, uuids }: { picking: Picking; uuids: readonly string[] }) {
  const { t } = useTranslation('browse');
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
