import { isFileNumber, type FileNumber, type FileValue } from '@armarium/contract/file-facts';
import type { ItemQuery } from '@armarium/contract/item-query';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../../ui/failed.tsx';
import { fileValuesQuery } from '../api/facets.ts';
import { setOfFile } from '../filtered-fields.ts';
import { Values, withSet } from './facet.tsx';
import { useFileWords } from './file-words.ts';
import { FoldedFilter } from './folded-filter.tsx';
import { RangeFilter } from './range-filters.tsx';
import { useNarrowing } from './use-narrowing.ts';
import classes from './filter-panel.module.css';

/** In the order in which they are looked for: of pictures, of recordings, of what is written in files. */
const order: readonly (FileValue | FileNumber)[] = [
  'format',
  'longestSide_px',
  'dpi',
  'colourSpace',
  'iccProfile',
  'bitDepth',
  'compression',
  'cameraModel',
  'lensModel',
  'captureYear',
  'duration_min',
  'videoCodec',
  'audioCodec',
  'sampleRate_hz',
  'channels',
  'creator',
  'copyright',
  'credit',
  'keyword',
];

/** All ways to narrow a list by the technical data of files. Values are counted when they are shown. */
export function FileFilters({ query }: { query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const [search] = useNarrowing();
  const { nameOf } = useFileWords();
  return (
    <div className={classes.files}>
      <FoldedFilter legend={t('files')} isOpenAtFirst={search.has('file')}>
        <div className={classes.facets}>
          {order.map((property) => (
            <FoldedFilter
              key={property}
              legend={nameOf(property)}
              isOpenAtFirst={setOfFile(search, property).length > 0}
            >
              {isFileNumber(property) ? (
                <RangeFilter field={property} kind="fileNumbers" />
              ) : (
                <FileValues property={property} query={query} />
              )}
            </FoldedFilter>
          ))}
        </div>
      </FoldedFilter>
    </div>
  );
}

function FileValues({ property, query }: { property: FileValue; query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const [search] = useNarrowing();
  const { valueOf } = useFileWords();
  const { data, error, isPending, isFetching, refetch } = useQuery(fileValuesQuery(query, property));
  const pairs = (data?.values ?? []).map(({ value, count }) => ({ value: `${property}=${value}`, count }));
  const all = withSet(pairs, data ? setOfFile(search, property) : []);
  return (
    <div aria-busy={isFetching}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <div role="status" aria-label={t('counting')}>
          <Loader size="sm" />
        </div>
      )}
      <Values
        name="file"
        values={all}
        labelOf={(pair) => valueOf(property, pair.slice(property.length + 1))}
      />
      <p className={classes.note} role="status">
        {data && all.length === 0 && t('noFileValues')}
        {data?.hasMore && t('mostFrequent', { count: data.values.length })}
      </p>
    </div>
  );
}
