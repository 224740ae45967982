import type { Series } from '@armarium/contract/stories';
import { Radio, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePagedSearch } from '../../../records/components/use-paged-search.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { PageTurner } from '../../../ui/page-turner.tsx';
import { SERIES_PER_PAGE, seriesListQuery, seriesSearchQuery } from '../api/series.ts';
import classes from './stories.module.css';

interface SeriesChooserProps {
  chosen: Series | undefined;
  onChoose(series: Series | undefined): void;
  /** A series that can't be chosen, and is left out (SERIES-21). */
  exceptUuid?: string;
  /** The choice can't be changed any more. */
  isFixed?: boolean;
}

/** Chooses a series that the user may change; with a search where there are more than a page of them. */
export function SeriesChooser({ chosen, onChoose, exceptUuid, isFixed = false }: SeriesChooserProps) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const { text, setText, search, page, turnTo } = usePagedSearch();
  const all = useQuery(seriesListQuery(1, SERIES_PER_PAGE));
  const found = useQuery(seriesSearchQuery(search, page));
  const offered = found.data?._embedded.storyboardCollections.filter(
    ({ uuid, allowedActions }) => uuid !== exceptUuid && allowedActions.includes('edit'),
  );
  const chosenAlone = chosen && (isFixed || !offered?.some(({ uuid }) => uuid === chosen.uuid)) && (
    <p className={classes.nothing} role="status">
      {t('series.chosenDestination', { title: titleOf(chosen, t('catalogue:untitled')) })}
    </p>
  );
  const hasMany = (all.data?.page.totalElements ?? 0) > SERIES_PER_PAGE;
  if (isFixed) return chosenAlone;
  return (
    <>
      {hasMany && (
        <TextInput
          label={t('series.search')}
          value={text}
          mb="md"
          type="search"
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {found.error && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton height={120} />}
      {offered?.length === 0 && (
        <p className={classes.nothing} role="status">
          {t(search !== '' ? 'series.notFound' : hasMany ? 'series.noneToChangeHere' : 'series.noneToChange')}
        </p>
      )}
      {offered && offered.length > 0 && (
        <Radio.Group
          label={t('series.destination')}
          value={chosen?.uuid ?? null}
          onChange={(uuid) => onChoose(offered.find((series) => series.uuid === uuid))}
        >
          <div className={classes.choices}>
            {offered.map((series) => (
              <Radio
                key={series.uuid}
                value={series.uuid}
                label={<span dir="auto">{titleOf(series, t('catalogue:untitled'))}</span>}
                description={t('storiesCount', {
                  count: series.storyboardsCount,
                  formatted: grouped(series.storyboardsCount),
                })}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {chosenAlone}
      <PageTurner
        page={page}
        totalPages={found.data?.page.totalPages ?? 1}
        onTurn={turnTo}
        label={t('series.pages')}
      />
    </>
  );
}
