import { Tooltip } from '@mantine/core';
import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { useId, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCardFields } from '../../../records/card-fields.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { ItemDescription, ItemSigns, percentageOf } from './item-facts.tsx';
import { ItemPicture } from './item-picture.tsx';
import type { ItemLink } from '../../../records/list-place.ts';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { StateName } from '../../../records/components/state-name.tsx';
import classes from '../../../records/components/record-card.module.css';

interface ItemCardProps {
  item: Item;
  /** The two fields of a card. */
  templates: readonly Template[];
  link: ItemLink;
  /** Among the first on the page: its picture is fetched at once. */
  first: boolean;
  /** Undefined where nothing can be chosen. */
  chosen: boolean | undefined;
  /** It was tapped, and opens with the next tap. */
  highlighted: boolean;
  onClick(event: MouseEvent): void;
  /** @param withShift the choice reaches from the last one to this card */
  onTick(withShift: boolean): void;
}

/** An item in the grid: its picture, two fields, and what is going on with it. The whole card is one link, but for its checkbox. */
export function ItemCard({
  item,
  templates,
  link,
  first,
  chosen,
  highlighted,
  onClick,
  onTick,
}: ItemCardProps) {
  const { t } = useTranslation('catalogue');
  const [focused, setFocused] = useState(false);
  const description = useId();
  const stateLabel = useStateLabel()(item.state);
  const { heading, others } = useCardFields(item, templates);

  return (
    <article
      className={classes.card}
      data-chosen={chosen || undefined}
      data-highlighted={highlighted || undefined}
    >
      <Mat {...{ item, first, highlighted }} />
      {chosen !== undefined && (
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={chosen}
            aria-label={t('choose', { title: heading })}
            onChange={({ nativeEvent }) => onTick('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </label>
      )}
      <div className={classes.text}>
        <h3 className={`${classes.title} record-title`} dir="auto" title={heading}>
          <Link
            {...link}
            className={classes.link}
            aria-describedby={description}
            data-card={item.uuid}
            onClick={onClick}
            onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
            onBlur={() => setFocused(false)}
          >
            {heading}
          </Link>
        </h3>
        {others.map(({ uuid, text }) => (
          <p key={uuid} className={`${classes.field} tabular`} dir="auto">
            {text || '\u00a0'}
          </p>
        ))}
        <Foot {...{ item, stateLabel, focused }} />
        <ItemDescription {...{ item, stateLabel }} id={description} />
      </div>
    </article>
  );
}

function Mat({ item, first, highlighted }: Pick<ItemCardProps, 'item' | 'first' | 'highlighted'>) {
  const { t } = useTranslation('catalogue');
  const percentage = percentageOf(item);
  return (
    <div className={classes.mat}>
      <div className={classes.picture}>
        <ItemPicture item={item} lazy={!first} />
      </div>
      {percentage !== undefined && (
        <span className={classes.progress}>
          <span className={`${classes.percentage} tabular`}>{percentage}%</span>
          <span className={classes.bar} aria-hidden>
            <span style={{ transform: `scaleX(${percentage / 100})` }} />
          </span>
        </span>
      )}
      {highlighted && (
        <span className={classes.open} aria-hidden>
          {t('open')}
        </span>
      )}
    </div>
  );
}

interface FootProps {
  item: Item;
  stateLabel: string;
  focused: boolean;
}

/** The signs at the lower edge; `ItemDescription` says them in words. */
function Foot({ item, stateLabel, focused }: FootProps) {
  return (
    <div className={classes.foot} aria-hidden>
      <Tooltip label={stateLabel} openDelay={1000} opened={focused || undefined} withArrow>
        <span className={classes.stateSpot}>
          <StateDot state={item.state} isInList />
        </span>
      </Tooltip>
      <StateName state={item.state} />
      <ItemSigns item={item} classes={classes} />
    </div>
  );
}
