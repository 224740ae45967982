import type { StoryInList } from '@armarium/contract/stories';
import type { Template } from '@armarium/contract/templates';
import { IconPhoto, IconRoute } from '@tabler/icons-react';
import { useId, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useCardFields } from '../../../records/card-fields.ts';
import { Picture, PicturePlaceholder } from '../../../records/components/picture.tsx';
import { openedFrom } from '../../../records/story-address.ts';
import card from '../../../records/components/record-card.module.css';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { grouped } from '../../../ui/grouped.ts';
import classes from './stories.module.css';

interface StoryCardProps {
  story: StoryInList;
  /** The fields of a card. */
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
  /** What stands below its fields. */
  children: ReactNode;
}

/** A story in the grid (STORY-06 to STORY-11). The whole card is one link, but for its checkbox and its position. */
export function StoryCard(props: StoryCardProps) {
  const { story, templates, address, first, chosen, highlighted, onClick, onTick, children } = props;
  const { t } = useTranslation(['stories', 'catalogue']);
  const { pathname, search } = useLocation();
  const facts = useId();
  const { heading, others } = useCardFields(story, templates);
  return (
    <article
      className={card.card}
      data-chosen={chosen || undefined}
      data-highlighted={highlighted || undefined}
    >
      <div className={card.mat}>
        <div className={card.picture}>
          <Picture address={story.thumbnail} lazy={!first}>
            <PicturePlaceholder icon={<IconRoute size={36} stroke={1.1} aria-hidden />}>
              {t('noPicture')}
            </PicturePlaceholder>
          </Picture>
        </div>
        {highlighted && (
          <span className={card.open} aria-hidden>
            {t('catalogue:open')}
          </span>
        )}
      </div>
      {chosen !== undefined && (
        <label className={card.tick}>
          <input
            type="checkbox"
            checked={chosen}
            aria-label={t('catalogue:choose', { title: heading })}
            onChange={({ nativeEvent }) => onTick('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </label>
      )}
      <div className={card.text}>
        <h3 className={`${card.title} record-title`} dir="auto" title={heading}>
          <Link
            to={address}
            state={openedFrom(pathname + search)}
            className={card.link}
            aria-describedby={facts}
            data-card={story.uuid}
            onClick={onClick}
          >
            {heading}
          </Link>
        </h3>
        {others.map(({ uuid, text }) => (
          <p key={uuid} className={`${card.field} tabular`} dir="auto">
            {text || '\u00a0'}
          </p>
        ))}
        <div id={facts}>
          <Counts story={story} />
          <div className={classes.state}>
            <StateBadge state={story.state} />
          </div>
        </div>
        {children}
      </div>
    </article>
  );
}

/** How many images a story shows: its steps. */
function Counts({ story: { imagesCount } }: { story: StoryInList }) {
  const { t } = useTranslation('catalogue');
  return (
    <p className={`${card.foot} tabular`}>
      <span className={card.count}>
        <IconPhoto size={15} stroke={1.6} aria-hidden />{' '}
        {t('imagesCount', { count: imagesCount, formatted: grouped(imagesCount) })}
      </span>
    </p>
  );
}
