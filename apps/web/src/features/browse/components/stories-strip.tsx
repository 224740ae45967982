import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { useHadSome } from '../../../ui/had-some.ts';
import { grouped } from '../../../ui/grouped.ts';
import { newestSeriesQuery } from '../api/newest-series.ts';
import strip from './collections-strip.module.css';

/** The newest series, each a link to its page for readers. Nothing where there are none. */
export function StoriesStrip({ accountId }: { accountId: string | undefined }) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const { data: series, isError } = useQuery(newestSeriesQuery);
  const hadSome = useHadSome('stories', accountId, series && series.length > 0);
  if (series ? series.length === 0 : isError || !hadSome) return null;
  return (
    <section className={strip.strip} aria-labelledby="stories-heading">
      <div className={strip.head}>
        <h2 id="stories-heading" className={strip.heading}>
          {t('stories')}
        </h2>
        <Link className={strip.toggle} to="/story">
          {t('allStories')}
        </Link>
      </div>
      <ul className={strip.list} onKeyDown={(event) => moveFocusByArrows(event, 'a')}>
        {!series && (
          <li aria-hidden>
            <Skeleton height={76} />
          </li>
        )}
        {series?.map((one) => (
          <li key={one.uuid}>
            <a className={strip.collection} href={one._links.viewer.href} target="_blank">
              {one.thumbnail === null ? (
                <IconStack2 className={strip.icon} size={22} stroke={1.4} aria-hidden />
              ) : (
                <img className={strip.picture} src={one.thumbnail} alt="" draggable={false} />
              )}
              <span className={strip.words}>
                <span className={`${strip.title} record-title`} dir="auto">
                  {titleOf(one, t('catalogue:untitled'))}
                </span>
                <span className={`${strip.counts} tabular`}>
                  {t('storiesCount', {
                    count: one.storyboardsCount,
                    formatted: grouped(one.storyboardsCount),
                  })}
                </span>
              </span>
              <span className="visually-hidden">({t('catalogue:opensInNewTab')})</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
