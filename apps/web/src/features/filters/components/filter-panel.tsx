import type { ItemQuery } from '@armarium/contract/item-query';
import type { Template } from '@armarium/contract/templates';
import { Drawer, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { PlaceField } from '../../../records/places/place-field.tsx';
import { useKeepPlace } from '../../../records/places/use-keep-place.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { facetsQuery } from '../api/facets.ts';
import { filteredFields } from '../filtered-fields.ts';
import { DaysFilter } from './range-filters.tsx';
import { FieldFilter } from './field-filter.tsx';
import { Facet, PeopleFacet } from './facet.tsx';
import { FileFilters } from './file-filters.tsx';
import { FilterChips } from './filter-chips.tsx';
import { useNarrowing, useNarrowingPlace } from './use-narrowing.ts';
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
          <PlaceFilter query={query} />
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
            <PlaceFilter query={query} />
            <Facets query={query} />
          </div>
        )
      )}
    </>
  );
}

/** The collection in which, and below which, a search looks; a list of a collection's own items has no choice of it. */
function PlaceFilter({ query: { collectionUuid, belowUuid } }: { query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const [search] = useNarrowing();
  const goTo = useNarrowingPlace();
  const keepPlace = useKeepPlace();
  if (collectionUuid !== undefined) return null;
  return (
    <div className={classes.place}>
      <PlaceField
        uuid={belowUuid}
        label={t('place')}
        canCreate={false}
        onChoose={({ collection: { uuid } }) => {
          keepPlace(uuid);
          goTo(search, uuid);
        }}
        onClear={() => goTo(search, undefined)}
      />
    </div>
  );
}

function Facets({ query }: { query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const stateLabel = useStateLabel();
  const facets = useQuery(facetsQuery(query));
  const fields = filteredFields(useQuery(itemTemplatesQuery).data ?? []);
  if (facets.data === undefined) {
    if (facets.error) return <Failed error={facets.error} onRetry={() => void facets.refetch()} />;
    return (
      <div role="status" aria-label={t('counting')}>
        <Loader size="sm" />
      </div>
    );
  }
  const { total, state, media, fields: counted, changedBy } = facets.data;
  const valuesOf = (field: Template) => counted.find(({ name }) => name === field.name)?.values;
  // By its type, so that no field changes its place while it is used.
  const isFirst = ({ type }: Template) => type === 'ENUM' || type === 'BOOLEAN' || type === 'DATE';
  return (
    <div className={classes.facets} aria-busy={facets.isPlaceholderData}>
      <Facet name="state" legend={t('state')} values={state} labelOf={stateLabel} states />
      <Facet name="media" legend={t('media')} values={media} labelOf={(value) => t(`kind.${value}`)} />
      {fields.filter(isFirst).map((field) => (
        <FieldFilter key={field.uuid} {...{ field, query }} counted={valuesOf(field)} />
      ))}
      <PeopleFacet people={changedBy} />
      <DaysFilter legend={t('created')} from="createdFrom" to="createdTo" />
      <DaysFilter legend={t('modified')} from="modifiedFrom" to="modifiedTo" />
      {/* Together, so that they stand close to each other while they are closed. */}
      <div className={classes.closed}>
        {fields
          .filter((field) => !isFirst(field))
          .map((field) => (
            <FieldFilter key={field.uuid} {...{ field, query }} counted={undefined} />
          ))}
      </div>
      <FileFilters query={query} />
      <p className="visually-hidden" role="status">
        {!facets.isPlaceholderData && t('found', { count: total, formatted: grouped(total) })}
      </p>
    </div>
  );
}
