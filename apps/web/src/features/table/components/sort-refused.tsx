import { useTranslation } from 'react-i18next';
import { Failed } from '../../../ui/failed.tsx';
import { useNarrowing } from '../../filters/components/use-narrowing.ts';

/** Shown in place of a list that is too long to be sorted in this order. */
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
