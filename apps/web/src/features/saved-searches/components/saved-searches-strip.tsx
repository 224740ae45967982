import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconBookmark, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { useHadSome } from '../../../ui/had-some.ts';
import { savedSearchesQuery } from '../api/saved-searches.ts';
import { useSavedSearchesDialog } from './use-saved-searches-dialog.tsx';
import classes from './saved-searches.module.css';

const SHOWN = 8;

/** The saved searches on the home page: links to the first of them, and the way to all. Nothing where there are none. */
export function SavedSearchesStrip({ accountId }: { accountId: string | undefined }) {
  const { t } = useTranslation(['savedSearches', 'ui']);
  const { data, error, refetch } = useQuery(savedSearchesQuery);
  const { openDialog, dialog } = useSavedSearchesDialog(undefined);
  const hadSome = useHadSome('saved-searches', accountId, data && data.length > 0);
  if (!data && !error) {
    // The list gets its place before it is read, so that the page does not jump.
    return hadSome && <div className={classes.strip} aria-busy />;
  }
  return (
    <>
      {data?.length !== 0 && (
        <section className={classes.strip} aria-labelledby="saved-searches">
          <div className={classes.head}>
            <h2 id="saved-searches" className={classes.heading}>
              {t('title')}
            </h2>
            {data && (
              <Button variant="subtle" size="compact-sm" aria-haspopup="dialog" onClick={openDialog}>
                {t('manage')}
              </Button>
            )}
          </div>
          {data ? (
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
          ) : (
            <p className={classes.unread}>
              {t('unread')}
              <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
                {t('ui:retry')}
              </Button>
            </p>
          )}
        </section>
      )}
      {dialog}
    </>
  );
}
