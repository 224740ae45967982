import type { ItemSelection } from '@armarium/contract/item-query';
import { Radio, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { selectionParentsQuery } from '../api/batches.ts';
import { placesQuery } from '../../../records/api/places.ts';
import { useCountWords } from '../../../records/components/count-words.ts';
import { PlacePath } from '../../../records/places/place-path.tsx';
import { Failed } from '../../../ui/failed.tsx';

interface ParentsProps {
  selection: ItemSelection;
  chosen: string | undefined;
  onChoose(uuid: string): void;
  label: string;
}

/** The collections that hold the chosen items, none of them chosen beforehand (SEARCH-37). */
export function SelectionParents({ selection, chosen, onChoose, label }: ParentsProps) {
  const { t } = useTranslation('catalogue');
  const counts = useCountWords();
  const parents = useQuery(selectionParentsQuery(selection));
  const listed = parents.data?.collections ?? [];
  const namesakesOf = ({ uuid, sgtt }: { uuid: string; sgtt: string }) =>
    listed
      .filter((one) => one.uuid !== uuid && displayTitle(one.sgtt) === displayTitle(sgtt))
      .map((one) => one.uuid);
  const alike = listed.filter((one) => namesakesOf(one).length > 0).map(({ uuid }) => uuid);
  const places = useQuery({ ...placesQuery(alike), enabled: alike.length > 0 }).data ?? [];
  const placesOf = (uuids: readonly string[]) =>
    places.filter(({ collection }) => uuids.includes(collection.uuid));
  if (parents.error) return <Failed error={parents.error} onRetry={() => void parents.refetch()} />;
  if (!parents.data) return <Skeleton height={96} mb="md" />;
  return (
    <Radio.Group label={label} value={chosen ?? null} onChange={onChoose} mb="md">
      <Stack gap={6} mt={6}>
        {listed.map((one) => {
          const { uuid, sgtt, items } = one;
          const [place] = placesOf([uuid]);
          return (
            <Radio
              key={uuid}
              value={uuid}
              label={
                <span className="record-title" dir="auto">
                  {displayTitle(sgtt) || t('untitled')}
                </span>
              }
              description={
                <>
                  {counts.items(items)}
                  {place && <PlacePath place={place} namesakes={placesOf(namesakesOf(one))} />}
                </>
              }
            />
          );
        })}
      </Stack>
    </Radio.Group>
  );
}
