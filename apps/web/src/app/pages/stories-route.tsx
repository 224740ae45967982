import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { LabPage } from '../../features/stories/components/lab-page.tsx';
import { ShareSeriesDialog } from '../lazy-dialogs.ts';
import { NotFoundPage } from '../not-found-page.tsx';

/** `/story` and `/story/series/{seriesUuid}`: the Stories Lab (back office §2.4). */
export function StoriesRoute() {
  const { seriesUuid } = useParams();
  const { editStories, arrangeStories, transition, useTrash } = useQuery(permissionsQuery).data ?? {};
  return (
    <LabPage
      seriesUuid={seriesUuid}
      rights={{
        edit: editStories !== undefined,
        arrange: arrangeStories !== undefined,
        transition: transition !== undefined,
        restore: useTrash !== undefined,
      }}
      notFound={<NotFoundPage />}
      sharing={(props) => (
        <Suspense fallback={null}>
          <ShareSeriesDialog {...props} />
        </Suspense>
      )}
    />
  );
}
