import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Failed } from './failed.tsx';

interface PendingRowsProps {
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
  height_px: number;
}

/** Stands where the rows of a list will be: as long as they are loaded, or where that has failed. */
export function PendingRows({ query, height_px }: PendingRowsProps) {
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return [1, 2, 3].map((row) => <Skeleton key={row} height={height_px} mb={8} />);
}
