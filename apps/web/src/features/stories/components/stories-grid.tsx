import type { PageInfo } from '@armarium/contract/hal';
import type { Series, StoryInList } from '@armarium/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { templatesQuery } from '../../../records/api/templates.ts';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import grid from '../../../records/components/items-skeleton.module.css';
import { cardTemplates } from '../../../records/metadata-view.ts';
import type { Choice } from '../../../records/selection/picking.ts';
import { isChosen } from '../../../records/selection/selection.ts';
import { useItemGestures } from '../../../records/selection/use-item-gestures.ts';
import { useOpener } from '../../../ui/opener.ts';
import { MoveStory } from './move-story.tsx';
import { PositionField } from './position-field.tsx';
import { StoryCard } from './story-card.tsx';
import { storyAddress } from '../../../records/story-address.ts';

interface StoriesGridProps {
  series: Series | undefined;
  stories: readonly StoryInList[];
  /** Which page of the list they are. */
  info: PageInfo;
  /** An older page is shown until the next one arrives. */
  busy: boolean;
  /** Absent where there is nothing that the user may do with chosen stories. */
  choice: Choice | undefined;
}

/** The stories of a page as cards; in a series each has its position. */
export function StoriesGrid({ series, stories, info, busy, choice }: StoriesGridProps) {
  const { t } = useTranslation('stories');
  const templates = useQuery(templatesQuery('STORY'));
  const shown = cardTemplates(templates.data ?? [], 'STORY');
  const uuids = stories.map(({ uuid }) => uuid);
  const { highlighted, onClick, onTick, around } = useItemGestures<HTMLUListElement>(uuids, busy, choice);
  const [wanted, setWanted] = useState<{ story: StoryInList; position: number }>();
  const opener = useOpener();
  const mayArrange = series?.allowedActions.includes('arrange') === true;

  if (templates.data === undefined && templates.isPending) return <ItemsSkeleton />;
  return (
    <>
      <ul className={grid.grid} aria-label={t('stories')} aria-busy={busy} {...around}>
        {stories.map((story, index) => {
          const position = info.number * info.size + index + 1;
          return (
            <li key={story.uuid}>
              <StoryCard
                story={story}
                templates={shown}
                address={storyAddress(story.uuid)}
                first={index < 12}
                chosen={choice && isChosen(choice.selection, story.uuid)}
                highlighted={story.uuid === highlighted}
                onClick={(event) => onClick(event, story.uuid)}
                onTick={(withShift) => onTick(story.uuid, withShift)}
              >
                {series && (
                  <PositionField
                    story={story}
                    position={position}
                    total={info.totalElements}
                    isAsking={wanted?.story.uuid === story.uuid}
                    isFixed={!mayArrange || busy}
                    onWant={(to, from) => {
                      opener.keep(from);
                      setWanted({ story, position: to });
                    }}
                  />
                )}
              </StoryCard>
            </li>
          );
        })}
      </ul>
      {series && wanted && (
        <MoveStory
          seriesUuid={series.uuid}
          {...wanted}
          onClose={() => {
            setWanted(undefined);
            opener.giveBack();
          }}
        />
      )}
    </>
  );
}
