import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Picture } from '../../../records/components/picture.tsx';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { StateName } from '../../../records/components/state-name.tsx';
import { fieldLabel, labelOf } from '../../../records/label.ts';
import type { ItemLink } from '../../../records/list-place.ts';
import { valuesOf } from '../../../records/metadata-view.ts';
import { openByRow } from '../../../records/selection/open-by-row.ts';
import { RowTick } from '../../../records/selection/row-tick.tsx';
import type { useItemGestures } from '../../../records/selection/use-item-gestures.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { ItemDescription, ItemSigns, percentageOf } from './item-facts.tsx';
import card from '../../../records/components/record-card.module.css';
import classes from './items-list.module.css';

interface ListRowProps {
  item: Item;
  link: ItemLink;
  /** All fields of items. */
  templates: readonly Template[];
  /** Those beside title, author and pressmark. */
  shown: readonly Template[];
  /** Whether any item of the page has a picture, so that there is a column for them. */
  isPictured: boolean;
  /** Among the first on the page: its picture is fetched at once. */
  first: boolean;
  /** Undefined where nothing can be chosen. */
  chosen: boolean | undefined;
  gestures: Pick<ReturnType<typeof useItemGestures>, 'highlighted' | 'onClick' | 'onTick'>;
}

/** An item as a row of the compact list. */
export function ListRow({ item, link, templates, shown, isPictured, first, chosen, gestures }: ListRowProps) {
  const { t } = useTranslation('catalogue');
  const description = useId();
  const stateLabel = useStateLabel()(item.state);
  const title = titleOf(item, t('untitled'));
  const words = { true: t('boolean.true'), false: t('boolean.false') };
  const textOf = (field: Pick<Template, 'name' | 'type'>) =>
    valuesOf(item.customMetadataList, field, words).join('; ');
  const label = (name: string) => fieldLabel(templates, name);
  const isHighlighted = item.uuid === gestures.highlighted;
  const author = textOf({ name: 'autn', type: 'TEXT' });
  return (
    // The link in it takes the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      className={classes.row}
      data-chosen={chosen || undefined}
      data-highlighted={isHighlighted || undefined}
      onClick={(event) => openByRow(event, item.uuid, gestures)}
    >
      {chosen !== undefined && <RowTick uuid={item.uuid} {...{ title, chosen, gestures }} />}
      {isPictured && (
        <span className={classes.picture}>
          <Picture address={item.thumbnail} lazy={!first}>
            {null}
          </Picture>
        </span>
      )}
      <div className={classes.heading}>
        <h3 className={`${classes.title} record-title`} dir="auto" title={title}>
          <Link
            {...link}
            aria-describedby={description}
            data-card={item.uuid}
            onClick={(event) => gestures.onClick(event, item.uuid)}
          >
            {title}
          </Link>
        </h3>
        {author !== '' && (
          <p className={classes.author} dir="auto" title={author}>
            <span className="visually-hidden">{`${label('autn')}: `}</span>
            {author}
          </p>
        )}
      </div>
      <div className={classes.details}>
        <p className={`${classes.field} tabular`} title={item.pressmark}>
          <span className="visually-hidden">{`${label('pressmark')}: `}</span>
          <span dir="auto">{item.pressmark}</span>
        </p>
        {shown.map((field) => {
          const text = textOf(field);
          return (
            <p
              key={field.name}
              className={`${classes.field} tabular`}
              title={text}
              data-blank={text === '' || undefined}
            >
              {text !== '' && <span className="visually-hidden">{`${labelOf(field)}: `}</span>}
              <span dir="auto">{text}</span>
            </p>
          );
        })}
        <Signs {...{ item, stateLabel }} />
      </div>
      {isHighlighted && (
        <span className={card.open} aria-hidden>
          {t('open')}
        </span>
      )}
      <ItemDescription {...{ item, stateLabel }} id={description} />
    </article>
  );
}

/** What goes on in the item: its state and its images. `ItemDescription` says it in words. */
function Signs({ item, stateLabel }: { item: Item; stateLabel: string }) {
  const percentage = percentageOf(item);
  return (
    <div className={classes.signs} aria-hidden>
      <span title={stateLabel}>
        <StateDot state={item.state} isInList />
        <StateName state={item.state} />
      </span>
      {percentage !== undefined && <span className="tabular">{percentage}%</span>}
      <ItemSigns item={item} classes={classes} />
    </div>
  );
}
