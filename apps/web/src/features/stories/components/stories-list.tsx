import type { Series } from '@armarium/contract/stories';
import { Button, Group } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { IconFileImport, IconPlus, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AnswerOf } from '@armarium/contract/operation';
import type { listStories } from '@armarium/contract/story-calls';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import layout from '../../../records/components/page-layout.module.css';
import { PastEnd } from '../../../records/components/past-end.tsx';
import { useChoice, type Choice } from '../../../records/selection/picking.ts';
import { SelectAll } from '../../../records/selection/select-all.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { pageAddress, pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { storiesQuery } from '../api/stories.ts';
import type { LabRights } from '../rights.ts';
import { ChosenStoriesBar } from './chosen-stories-bar.tsx';
import { StoriesGrid } from './stories-grid.tsx';
import classes from './stories.module.css';

interface StoriesListProps {
  series: Series | undefined;
  rights: LabRights;
  /** Absent where the user may not make stories. */
  making: MakingStories | undefined;
}

/** The ways to a new story. */
interface MakingStories {
  onCreate(): void;
  onImport(): void;
}

/** How many stories there are, a page of them, and what can be done with those that are chosen (STORY-03 to STORY-05). */
export function StoriesList({ series, rights, making }: StoriesListProps) {
  const { t } = useTranslation('stories');
  const [search] = useSearchParams();
  const page = pageFrom(search.get('page'));
  const stories = useQuery(storiesQuery(series?.uuid, page));
  const total = stories.data?.page.totalElements;
  // The lab and each series have a selection of their own (STORY-18, SERIES-08).
  const choice = useChoice(`stories.${series?.uuid ?? 'all'}`, total ?? 0);
  const mayChoose = rights.edit || rights.arrange || rights.transition;
  const shown = stories.data?._embedded.storyboards ?? [];
  const uuids = stories.isPlaceholderData ? [] : shown.map(({ uuid }) => uuid);
  return (
    <section aria-labelledby="stories-heading">
      <div className={classes.bar}>
        {mayChoose && total !== 0 && <SelectAll picking={choice} uuids={uuids} />}
        <h2 id="stories-heading" className={`${classes.heading} tabular`}>
          {total === undefined
            ? t('stories')
            : t('storiesCount', { count: total, formatted: grouped(total) })}
        </h2>
        {making && (
          <Group gap="xs" className={classes.end ?? ''}>
            <ImportButton onClick={making.onImport} />
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={making.onCreate}>
              {t('createStory')}
            </Button>
          </Group>
        )}
      </div>
      <ListedStories {...{ series, stories, making }} choice={mayChoose ? choice : undefined} page={page} />
      <div className={layout.pager}>
        {stories.data && (
          <Pager
            page={page}
            totalPages={stories.data.page.totalPages}
            addressOf={(to) => pageAddress(search, to)}
            label={t('pages')}
          />
        )}
      </div>
      {mayChoose && <ChosenStoriesBar {...{ choice, series, rights }} />}
    </section>
  );
}

interface ListedStoriesProps extends Pick<StoriesListProps, 'series' | 'making'> {
  stories: UseQueryResult<AnswerOf<typeof listStories>>;
  choice: Choice | undefined;
  page: number;
}

/** The stories of the page; in their place what is still to come, what failed, or why there are none. */
function ListedStories({ series, stories, choice, page, making }: ListedStoriesProps) {
  const { t } = useTranslation('stories');
  if (stories.data === undefined)
    return stories.error ? (
      <Failed error={stories.error} onRetry={() => void stories.refetch()} />
    ) : (
      <ItemsSkeleton {...(series && { count: series.storyboardsCount })} />
    );
  const { storyboards } = stories.data._embedded;
  if (storyboards.length > 0)
    return (
      <StoriesGrid
        series={series}
        stories={storyboards}
        info={stories.data.page}
        busy={stories.isPlaceholderData}
        choice={choice}
      />
    );
  const icon = <IconRoute size={40} stroke={1.2} />;
  if (page > 1 && stories.data.page.totalElements > 0) return <PastEnd icon={icon} />;
  return (
    <EmptyState
      icon={icon}
      title={t(series ? 'empty.inSeries' : 'empty.title')}
      action={
        making && (
          <Group gap="xs" justify="center">
            <Button
              variant="light"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={making.onCreate}
            >
              {t('createStory')}
            </Button>
            <ImportButton onClick={making.onImport} />
          </Group>
        )
      }
    >
      {t(!series ? 'empty.text' : making ? 'empty.inSeriesText' : 'empty.inSeriesFromLab')}
    </EmptyState>
  );
}

function ImportButton({ onClick }: { onClick(): void }) {
  const { t } = useTranslation('stories');
  return (
    <Button
      variant="default"
      aria-haspopup="dialog"
      leftSection={<IconFileImport size={18} stroke={1.7} aria-hidden />}
      onClick={onClick}
    >
      {t('import.title')}
    </Button>
  );
}
