import type { Item } from '@armarium/contract/items';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { titleOf } from '../../../ui/display-title.ts';
import { StateDot } from '../../../records/components/state-dot.tsx';
import type { ItemLink } from '../../../records/list-place.ts';
import { openByRow } from '../../../records/selection/open-by-row.ts';
import { RowTick } from '../../../records/selection/row-tick.tsx';
import type { useItemGestures } from '../../../records/selection/use-item-gestures.ts';
import type { Column } from '../columns.ts';
import type { useCellTexts } from './item-cells.tsx';
import classes from './items-table.module.css';

interface ItemRowProps {
  item: Item;
  link: ItemLink;
  columns: readonly Column[];
  texts: ReturnType<typeof useCellTexts>;
  /** Undefined where nothing can be chosen. */
  chosen: boolean | undefined;
  gestures: Pick<ReturnType<typeof useItemGestures>, 'highlighted' | 'onClick' | 'onTick'>;
}

/** An item as a row of the table; its first cell holds the checkbox and the link. */
export function ItemRow({ item, link, columns, texts, chosen, gestures }: ItemRowProps) {
  const { t } = useTranslation('catalogue');
  const title = titleOf(item, t('untitled'));
  const cells = columns.map((column) => ({ column, values: texts(item, column) }));
  return (
    <tr
      data-chosen={chosen || undefined}
      data-highlighted={item.uuid === gestures.highlighted || undefined}
      onClick={(event) => openByRow(event, item.uuid, gestures)}
    >
      {cells.slice(0, 1).map(({ column, values }) => (
        <th key={column.name} scope="row">
          <span className={classes.first}>
            {chosen !== undefined && <RowTick uuid={item.uuid} {...{ title, chosen, gestures }} />}
            <Link {...link} data-card={item.uuid} onClick={(event) => gestures.onClick(event, item.uuid)}>
              {values.length > 0 ? <CellValues column={column} values={values} item={item} /> : title}
            </Link>
          </span>
        </th>
      ))}
      {cells.slice(1).map(({ column, values }) => (
        <td key={column.name} className={column.name === 'imagesCount' ? 'tabular' : undefined}>
          <CellValues column={column} values={values} item={item} />
        </td>
      ))}
    </tr>
  );
}

interface CellValuesProps {
  column: Column;
  values: readonly string[];
  item: Item;
}

function CellValues({ column, values, item }: CellValuesProps) {
  const isState = column.name === 'state';
  return (
    <span className={classes.values} title={values.join('\n')}>
      {values.map((text, index) => (
        <span key={index} dir="auto" className={isState ? classes.state : undefined}>
          {isState && <StateDot state={item.state} />}
          {text}
        </span>
      ))}
    </span>
  );
}
