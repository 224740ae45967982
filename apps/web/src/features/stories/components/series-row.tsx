import type { Series } from '@armarium/contract/stories';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { SERIES_PER_PAGE, SERIES_SHOWN_FIRST, seriesListQuery } from '../api/series.ts';
import classes from './stories.module.css';

interface SeriesRowProps {
  /** The series whose stories the page shows. */
  shownUuid: string | undefined;
  /** Absent where the user may not make series. */
  onCreate: (() => void) | undefined;
}

/** The newest series: the first 5, or all of them in pages while the address has `seriesPage` (SERIES-02 to SERIES-05). */
export function SeriesRow({ shownUuid, onCreate }: SeriesRowProps) {
  const { t } = useTranslation('stories');
  const [search] = useSearchParams();
  const expanded = search.has('seriesPage');
  const page = expanded ? pageFrom(search.get('seriesPage')) : 1;
  const size = expanded ? SERIES_PER_PAGE : SERIES_SHOWN_FIRST;
  const list = useQuery(seriesListQuery(page, size));
  const total = list.data?.page.totalElements;
  const address = (seriesPage: number | undefined) => {
    const to = new URLSearchParams(search);
    if (seriesPage === undefined) to.delete('seriesPage');
    else to.set('seriesPage', String(seriesPage));
    return { search: to.toString() };
  };
  return (
    <section className={classes.strip} aria-labelledby="series-heading">
      <div className={classes.head}>
        <h2 id="series-heading" className={classes.heading}>
          {t('series.title')} {total !== undefined && <span className="tabular">{grouped(total)}</span>}
        </h2>
        {total !== undefined && total > SERIES_SHOWN_FIRST && (
          <Link className={classes.toggle} to={address(expanded ? undefined : 1)} replace preventScrollReset>
            {t(expanded ? 'series.showLess' : 'series.showAll')}
          </Link>
        )}
        {onCreate && (
          <Button
            className={classes.end ?? ''}
            variant="default"
            size="sm"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={onCreate}
          >
            {t('series.add')}
          </Button>
        )}
      </div>
      {list.data === undefined && list.error && (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      )}
      {total === 0 && <p className={classes.noSeries}>{t('series.none')}</p>}
      {list.data && total !== 0 && list.data._embedded.storyboardCollections.length === 0 && (
        <p className={classes.noSeries}>{t('series.pastEnd')}</p>
      )}
      {total !== 0 && (
        <ul
          className={classes.series}
          data-expanded={expanded || undefined}
          onKeyDown={(event) => moveFocusByArrows(event, 'a')}
        >
          {list.data
            ? list.data._embedded.storyboardCollections.map((series) => (
                <li key={series.uuid}>
                  <SeriesButton
                    series={series}
                    isShown={series.uuid === shownUuid}
                    search={expanded ? `?seriesPage=${page}` : ''}
                  />
                </li>
              ))
            : Array.from({ length: list.error ? 0 : SERIES_SHOWN_FIRST }, (_, index) => (
                <li key={index} aria-hidden>
                  <Skeleton height={62} />
                </li>
              ))}
        </ul>
      )}
      {expanded && list.data && (
        <Pager
          page={page}
          totalPages={list.data.page.totalPages}
          addressOf={address}
          label={t('series.pages')}
        />
      )}
    </section>
  );
}

/** @param search of the addresses: the row stays open */
function SeriesButton({ series, isShown, search }: { series: Series; isShown: boolean; search: string }) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const count = series.storyboardsCount;
  const title = titleOf(series, t('catalogue:untitled'));
  return (
    <Link
      className={classes.one}
      to={{ pathname: `/story/series/${series.uuid}`, search }}
      {...(isShown && { 'aria-current': 'page' })}
    >
      <IconStack2 size={22} stroke={1.4} aria-hidden />
      <span className={classes.words}>
        <span className={`${classes.title} record-title`} dir="auto" title={title}>
          {title}
        </span>
        <span className={`${classes.count} tabular`}>
          {t('storiesCount', { count, formatted: grouped(count) })}
        </span>
      </span>
    </Link>
  );
}
