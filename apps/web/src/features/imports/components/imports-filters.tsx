import { itemImportStates, type ItemImportState } from '@armarium/contract/import-tracking';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { grouped } from '../../../ui/grouped.ts';
import { followsAllQuery, peopleQuery } from '../api/people.ts';
import { changedAddress, type ShownImports } from '../imports-address.ts';
import classes from './imports-filters.module.css';

interface ImportsFiltersProps {
  tenantName: string;
  shown: ShownImports;
  /** The number of items in each state; undefined while it is loaded. */
  byState: Readonly<Record<ItemImportState, number>> | undefined;
}

/** Which imports are shown: by state, each with its count, and by person for those who follow everybody's. */
export function ImportsFilters({ tenantName, shown, byState }: ImportsFiltersProps) {
  const { t } = useTranslation('imports');
  const [search] = useSearchParams();
  const { data: followsAll } = useQuery(followsAllQuery);
  const countOf = { ...byState, all: byState && byState.ERROR + byState.IN_PROGRESS + byState.DONE };
  return (
    <div className={classes.filters}>
      <nav aria-label={t('states')}>
        <ul className={classes.states}>
          {(['all', ...itemImportStates] as const).map((one) => {
            const state = one === 'all' ? undefined : one;
            const count = countOf[one];
            return (
              <li key={one}>
                <Link
                  className={classes.state}
                  to={{ search: changedAddress(search, { state }).toString() }}
                  {...(state === shown.state && { 'aria-current': true })}
                  data-failed={(one === 'ERROR' && count !== undefined && count > 0) || undefined}
                >
                  {t(`state.${one}`)}{' '}
                  <span className="tabular">{count === undefined ? '' : grouped(count)}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {followsAll && <PersonFilter tenantName={tenantName} account={shown.account} />}
    </div>
  );
}

function PersonFilter({ tenantName, account }: { tenantName: string; account: string | undefined }) {
  const { t } = useTranslation('imports');
  const [search, setSearch] = useSearchParams();
  const { data: people = [], isError } = useQuery(peopleQuery(tenantName));
  return (
    <Select
      className={classes.person ?? ''}
      label={t('person')}
      placeholder={t('everybody')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('everybody') }}
      nothingFoundMessage={t('noPerson')}
      error={isError && t('peopleFailed')}
      value={account ?? null}
      data={people.map(({ id, username, name, surname }) => {
        const whole = [surname, name].filter(Boolean).join(' ');
        return { value: id, label: whole === '' ? username : `${whole} (${username})` };
      })}
      onChange={(to) => setSearch(changedAddress(search, { account: to ?? undefined }))}
    />
  );
}
