import type { ItemSelection } from '@armarium/contract/item-query';
import { Radio, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { selectionParentsQuery } from '../api/batches.ts';
import { CollectionWay } from '../../../records/components/collection-way.tsx';
import { useCountWords } from '../../../records/components/count-words.ts';
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
  if (parents.error) return <Failed error={parents.error} onRetry={() => void parents.refetch()} />;
  if (!parents.data) return <Skeleton height={96} mb="md" />;
  const listed = parents.data.collections.map((one) => ({
    ...one,
    title: displayTitle(one.sgtt) || t('untitled'),
  }));
  return (
    <Radio.Group label={label} value={chosen ?? null} onChange={onChoose} mb="md">
      <Stack gap={6} mt={6}>
        {listed.map(({ uuid, title, items }) => {
          const namesakes = listed.filter((one) => one.uuid !== uuid && one.title === title);
          return (
            <Radio
              key={uuid}
              value={uuid}
              label={
                <span className="record-title" dir="auto">
                  {title}
                </span>
              }
              description={
                <>
                  {counts.items(items)}
                  {namesakes.length > 0 && (
                    <CollectionWay uuid={uuid} namesakes={namesakes.map((one) => one.uuid)} />
                  )}
                </>
              }
            />
          );
        })}
      </Stack>
    </Radio.Group>
  );
}
