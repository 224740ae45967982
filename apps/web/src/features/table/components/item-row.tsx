import type { Item } from '@armarium/contract/items';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { titleOf } from '../../../ui/display-title.ts';
import { StateDot } from '../../../records/components/state-dot.tsx';
import type { ItemLink } from '../../../records/list-place.ts';
import { openByRow } from '../../../records/selection/open-by-row.ts';
import { RowTick } from '../../../records/selection/row-tick.tsx';
import { rememberOpened, type useItemGestures } from '../../../records/selection/use-item-gestures.ts';
import type { CellEdits } from '../cell-edits.ts';
import type { Column } from '../columns.ts';
import { ItemCell } from './item-cell.tsx';
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
  edits: CellEdits;
  /** Whether the table is a grid to edit: a click means a cell then, and no row. */
  isGrid: boolean;
}

/** An item as a row of the table; its first cell holds the checkbox and the link. */
export function ItemRow(props: ItemRowProps) {
  const { item, link, columns, texts, chosen, gestures, edits, isGrid } = props;
  const { t } = useTranslation('catalogue');
  return (
    <tr
      data-chosen={chosen || undefined}
      data-highlighted={(!isGrid && item.uuid === gestures.highlighted) || undefined}
      onClick={isGrid ? undefined : (event) => openByRow(event, item.uuid, gestures)}
    >
      {columns.map((column, place) => (
        <ItemCell key={column.name} {...{ item, column, edits, isGrid }} isHead={place === 0}>
          {(shown, note) => {
            const values = texts(shown, column);
            const cell = <CellValues {...{ column, values, item, note }} />;
            if (place > 0) return cell;
            const title = titleOf(item, t('untitled'));
            return (
              <span className={classes.first}>
                {chosen !== undefined && (
                  <RowTick uuid={item.uuid} {...{ title, chosen, gestures }} tabIndex={isGrid ? -1 : 0} />
                )}
                <Link
                  {...link}
                  data-card={item.uuid}
                  tabIndex={isGrid ? -1 : 0}
                  onClick={(event) => {
                    if (isGrid) rememberOpened(item.uuid);
                    else gestures.onClick(event, item.uuid);
                  }}
                >
                  {values.length > 0 ? cell : title}
                </Link>
              </span>
            );
          }}
        </ItemCell>
      ))}
    </tr>
  );
}

interface CellValuesProps {
  column: Column;
  values: readonly string[];
  item: Item;
  /** Is told beside them. */
  note: string | undefined;
}

function CellValues({ column, values, item, note }: CellValuesProps) {
  const isState = column.name === 'state';
  return (
    <span className={classes.values} title={[...values, ...(note === undefined ? [] : [note])].join('\n')}>
      {values.map((text, index) => (
        <span key={index} dir="auto" className={isState ? classes.state : undefined}>
          {isState && <StateDot state={item.state} />}
          {text}
        </span>
      ))}
    </span>
  );
}
