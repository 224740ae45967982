import type { ItemQuery } from '@armarium/contract/item-query';
import { Button, Drawer, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { facetsQuery } from '../api/facets.ts';
import { filteredFields, isSet } from '../filtered-fields.ts';
import { DaysFilter } from './range-filters.tsx';
import { FieldFilter } from './field-filter.tsx';
import { useNarrowing } from './use-narrowing.ts';
import { Facet, PeopleFacet } from './facet.tsx';
import { FilterChips } from './filter-chips.tsx';
import classes from './filter-panel.module.css';

interface FilterPanelProps {
  /** The query of the page. */
  query: ItemQuery;
  opened: boolean;
  onClose(): void;
}

/** The filters of a list with their counts, beside the list or in a drawer on a narrow screen; those that are set, as chips. */
export function FilterPanel({ query, opened, onClose }: FilterPanelProps) {
  const { t } = useTranslation('filtering');
  const { t: tUi } = useTranslation('ui');
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <>
      <FilterChips query={query} />
      {narrow ? (
        <Drawer
          opened={opened}
          onClose={onClose}
          position="bottom"
          size="85%"
          title={t('filters')}
          closeButtonProps={{ 'aria-label': tUi('close') }}
        >
          <Facets query={query} />
        </Drawer>
      ) : (
        opened && (
          <div
            className={classes.panel}
            data-own-escape
            role="group"
            aria-label={t('filters')}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose();
            }}
          >
            <Facets query={query} />
          </div>
        )
      )}
    </>
  );
}

function Facets({ query }: { query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const facets = useQuery(facetsQuery(query));
  const [search] = useNarrowing();
  const [isWhole, setWhole] = useState(false);
  const all = filteredFields(useQuery(itemTemplatesQuery).data ?? []);
  if (facets.data === undefined) {
    if (facets.error) return <Failed error={facets.error} onRetry={() => void facets.refetch()} />;
    return (
      <div role="status" aria-label={t('counting')}>
        <Loader size="sm" />
      </div>
    );
  }
  const { total, state, media, fields, changedBy } = facets.data;
  const filters = all.map((field) => ({
    field,
    counted: fields.find(({ name }) => name === field.name)?.values,
  }));
  const shown = filters.filter(
    ({ field, counted }) =>
      isWhole || counted !== undefined || field.type === 'DATE' || isSet(search, field.name),
  );
  return (
    <div className={classes.facets} aria-busy={facets.isPlaceholderData}>
      <Facet name="state" legend={t('state')} values={state} labelOf={(value) => value} states />
      <Facet name="media" legend={t('media')} values={media} labelOf={(value) => t(`kind.${value}`)} />
      {shown.map(({ field, counted }) => (
        <FieldFilter key={field.uuid} {...{ field, counted, query }} />
      ))}
      <PeopleFacet people={changedBy} />
      <DaysFilter legend={t('created')} from="createdFrom" to="createdTo" />
      <DaysFilter legend={t('modified')} from="modifiedFrom" to="modifiedTo" />
      {shown.length < filters.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.moreFields ?? ''}
          onClick={() => setWhole(true)}
        >
          {t('moreFields', { count: filters.length - shown.length })}
        </Button>
      )}
      <p className="visually-hidden" role="status">
        {!facets.isPlaceholderData && t('found', { count: total, formatted: grouped(total) })}
      </p>
    </div>
  );
}
