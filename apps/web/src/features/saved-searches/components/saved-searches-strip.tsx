import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconBookmark, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recall, remember } from '../../../lib/remembered.ts';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { Failed } from '../../../ui/failed.tsx';
import { savedSearchesQuery } from '../api/saved-searches.ts';
import { useSavedSearchesDialog } from './use-saved-searches-dialog.tsx';
import classes from './saved-searches.module.css';

const SHOWN = 8;
const THERE_KEY = 'armarium.saved-searches';

/** The saved searches on the home page: links to the first of them, and the way to all. Nothing where there are none. */
export function SavedSearchesStrip({ mayShare }: { mayShare: boolean }) {
  const { t } = useTranslation('savedSearches');
  const { data, error, refetch } = useQuery(savedSearchesQuery);
  const { openDialog, dialog } = useSavedSearchesDialog({ search: undefined, mayShare });
  if (data) remember(THERE_KEY, data.length > 0 ? 'yes' : 'no');
  if (data?.length === 0) return null;
  if (!data) {
    if (error) return <Failed error={error} onRetry={() => void refetch()} />;
    // Where there were some, the list gets its place before it is read, so that the page does not jump.
    return recall(THERE_KEY) === 'yes' && <div className={classes.strip} aria-busy data-awaited />;
  }
  return (
    <section className={classes.strip} aria-labelledby="saved-searches">
      <div className={classes.head}>
        <h2 id="saved-searches" className={classes.heading}>
          {t('title')}
        </h2>
        <Button variant="subtle" size="compact-sm" aria-haspopup="dialog" onClick={openDialog}>
          {data.length > SHOWN ? t('all', { total: data.length }) : t('manage')}
        </Button>
      </div>
      <ul className={classes.searches} onKeyDown={(event) => moveFocusByArrows(event, 'a')}>
        {data.slice(0, SHOWN).map(({ uuid, name, scope, address }) => {
          const Picture = scope === 'own' ? IconBookmark : IconUsers;
          return (
            <li key={uuid}>
              <Link className={classes.search} to={address} title={t(`scope.${scope}`)}>
                <Picture size={16} stroke={1.6} aria-hidden />
                <span dir="auto">{name}</span>
                {scope === 'organisation' && <span className="visually-hidden">{t('shared')}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
      {dialog}
    </section>
  );
}
