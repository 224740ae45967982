import { Tooltip } from '@mantine/core';
import type { Item } from '@armarium/contract/records';
import type { Template } from '@armarium/contract/templates';
import { IconAlertTriangle, IconLink, IconPhoto } from '@tabler/icons-react';
import { useId, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { titleOf } from '../../../ui/display-title.ts';
import { kindsWithoutImages } from '../kinds-without-images.ts';
import { valuesOf } from '../../../records/metadata-view.ts';
import { readyPercentage } from '../../../records/ready-percentage.ts';
import { Picture } from './picture.tsx';
import { StateDot } from '../../../records/components/state-dot.tsx';
import classes from './item-card.module.css';

interface ItemCardProps {
  item: Item;
  /** The two fields of a card. */
  templates: readonly Template[];
  address: string;
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
  address,
  first,
  chosen,
  highlighted,
  onClick,
  onTick,
}: ItemCardProps) {
  const { t } = useTranslation(['catalogue', 'browse']);
  const [focused, setFocused] = useState(false);
  const description = useId();
  const title = titleOf(item, t('untitled'));
  const words = { true: t('boolean.true'), false: t('boolean.false') };
  const { imagesCount } = item.mediaTypeInfo;
  const kinds = kindsWithoutImages(item.mediaTypeInfo);
  const percentage = readyPercentage(imagesCount, item.notReadyImagesCount);
  const [heading, ...others] = templates.filter(({ name }) => name !== 'sgtt' || title !== '');
  const headingText =
    heading === undefined || heading.name === 'sgtt'
      ? title
      : valuesOf(item.customMetadataList, heading, words).join(', ') || title;
  const images = t('imagesCount', { count: imagesCount, formatted: imagesCount });
  const failed =
    item.failedImagesCount > 0 ? t('failedImages', { count: item.failedImagesCount }) : undefined;
  const linked = item.parentCollectionsUuids.length > 1;

  return (
    <article
      className={classes.card}
      data-chosen={chosen || undefined}
      data-highlighted={highlighted || undefined}
    >
      <div className={classes.mat}>
        <div className={classes.picture}>
          <Picture address={item.thumbnail} media={item.mediaTypeInfo} lazy={!first} />
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
            {t('browse:open')}
          </span>
        )}
      </div>
      {chosen !== undefined && (
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={chosen}
            aria-label={t('choose', { title: headingText })}
            onChange={({ nativeEvent }) => onTick('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </label>
      )}
      <div className={classes.text}>
        <h3 className={`${classes.title} record-title`} dir="auto" title={headingText}>
          <Link
            to={address}
            state={{ fromList: true }}
            className={classes.link}
            aria-describedby={description}
            data-card={item.uuid}
            onClick={onClick}
            onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
            onBlur={() => setFocused(false)}
          >
            {headingText}
          </Link>
        </h3>
        {others.map((template) => (
          <p key={template.uuid} className={`${classes.field} tabular`} dir="auto">
            {(template.name === 'pressmark'
              ? [item.pressmark]
              : valuesOf(item.customMetadataList, template, words)
            ).join(', ') || '\u00a0'}
          </p>
        ))}
        <div className={classes.foot} aria-hidden>
          <Tooltip label={item.state} openDelay={1000} opened={focused || undefined} withArrow>
            <span className={classes.stateSpot}>
              <StateDot state={item.state} />
            </span>
          </Tooltip>
          {imagesCount > 0 && (
            <span className={`${classes.count} tabular`} title={images}>
              <IconPhoto size={15} stroke={1.6} /> {imagesCount}
            </span>
          )}
          {failed && (
            <span className={`${classes.failed} tabular`} title={failed}>
              <IconAlertTriangle size={15} stroke={1.8} /> {item.failedImagesCount}
            </span>
          )}
          {linked && (
            <span className={classes.linked} title={t('browse:linked')}>
              <IconLink size={15} stroke={1.6} />
            </span>
          )}
        </div>
        <p id={description} className="visually-hidden">
          {[
            ...(kinds.length > 0 ? kinds.map((kind) => t(`browse:media.${kind}`)) : [images]),
            percentage !== undefined && t('processing', { percentage }),
            failed,
            t('state', { state: item.state }),
            linked && t('browse:linked'),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
    </article>
  );
}
