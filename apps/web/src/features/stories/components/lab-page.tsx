import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '../../../records/api/missing.ts';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import layout from '../../../records/components/page-layout.module.css';
import { Failed } from '../../../ui/failed.tsx';
import { seriesQuery } from '../api/series.ts';
import type { LabRights } from '../rights.ts';
import { Lab, type RenderSharing } from './lab.tsx';

interface LabPageProps {
  /** Undefined for the home of the lab. */
  seriesUuid: string | undefined;
  rights: LabRights;
  notFound: ReactNode;
  sharing: RenderSharing;
}

/** The Stories Lab: all stories, or those of one series (back office §2.4). */
export function LabPage({ seriesUuid, ...props }: LabPageProps) {
  if (seriesUuid === undefined) return <Lab series={undefined} {...props} />;
  return <LabOfSeries key={seriesUuid} seriesUuid={seriesUuid} {...props} />;
}

function LabOfSeries({ seriesUuid, notFound, ...props }: LabPageProps & { seriesUuid: string }) {
  const series = useQuery(seriesQuery(seriesUuid));
  if (series.data) return <Lab series={series.data} {...props} />;
  if (series.error === null)
    return (
      <div className={layout.page} aria-busy>
        <Skeleton height={36} width={260} mb={36} />
        <ItemsSkeleton />
      </div>
    );
  if (isMissing(series.error)) return notFound;
  return <Failed error={series.error} headingLevel={1} onRetry={() => void series.refetch()} />;
}
