import { useTranslation } from 'react-i18next';
import { Failed } from '../../../ui/failed.tsx';
import { useNarrowing } from '../../filters/components/use-narrowing.ts';

/** In place of a list that is too long to be sorted as it was asked for. */
export function SortRefused({ error }: { error: Error }) {
  const { t } = useTranslation('table');
  const [search, setSearch] = useNarrowing();
  return (
    <Failed
      error={error}
      word={t('unsort')}
      onRetry={() => {
        const next = new URLSearchParams(search);
        next.delete('sort');
        setSearch(next);
      }}
    />
  );
}
