import type { Series } from '@armarium/contract/stories';
import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import type { Choice } from '../../../records/selection/picking.ts';
import { choose } from '../../../records/selection/selection.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { useWork } from '../../../ui/use-work.ts';
import { recordsLeft, runEach } from '../../workflow/api/run-over.ts';
import { addToSeries, seriesListQuery } from '../api/series.ts';

/** The menu names no more series than these; a dialog finds the others. */
const NAMED = 8;

interface AddToMenuProps {
  choice: Choice;
  /** Chooses among all series. @param from gets the focus back */
  onOther(from: Element | null): void;
}

/** The menu `Add to`: puts the chosen stories at the end of a series (STORY-17). */
export function AddToMenu({ choice, onOther }: AddToMenuProps) {
  const { t } = useTranslation(['stories', 'catalogue', 'ui']);
  const button = useRef<HTMLButtonElement>(null);
  const list = useQuery(seriesListQuery(1, NAMED));
  const { isWorking, done, total: chosen, add } = useAdd(choice);
  const named = (list.data?._embedded.storyboardCollections ?? []).filter(({ allowedActions }) =>
    allowedActions.includes('edit'),
  );
  const total = list.data?.page.totalElements ?? 0;
  return (
    <Menu disabled={isWorking} position="top-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button ref={button} aria-disabled={isWorking} rightSection={<IconChevronUp size={18} aria-hidden />}>
          {isWorking ? t('progress', { done: grouped(done), total: grouped(chosen) }) : t('addTo')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {named.map((series) => (
          <Menu.Item key={series.uuid} onClick={() => add(series)}>
            <span dir="auto">{titleOf(series, t('catalogue:untitled'))}</span>
          </Menu.Item>
        ))}
        {list.isPending && <Menu.Item disabled>{t('ui:loading')}</Menu.Item>}
        {list.data && named.length === 0 && total <= NAMED && (
          <Menu.Item disabled>{t(total === 0 ? 'series.none' : 'series.noneToChange')}</Menu.Item>
        )}
        {(total > NAMED || list.isError) && (
          <Menu.Item onClick={() => onOther(button.current)}>{t('otherSeries')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * Adds the chosen stories to a series, one at a time, and says how that went. Those that were refused stay chosen alone, to
 * be tried again.
 */
function useAdd(choice: Choice) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const { isWorking, work } = useWork();
  const [done, setDone] = useState(0);
  const { uuids } = choice.selection;
  const addAll = async (series: Series) => {
    const title = titleOf(series, t('catalogue:untitled'));
    const run = await runEach(
      uuids.map((uuid) => ({ uuid })),
      ({ uuid }) => addToSeries(series.uuid, uuid),
      { onProgress: (state) => setDone(state.done) },
    );
    await recordsChanged();
    const [first] = run.refused;
    if (!first) {
      notify('success', { title: t('added', { count: run.done, formatted: grouped(run.done), title }) });
      return;
    }
    const left = new Set(recordsLeft(run).map(({ uuid }) => uuid));
    choice.change(
      choose(
        choice.selection,
        uuids.filter((uuid) => !left.has(uuid)),
        false,
      ),
    );
    const why = describeProblem(first.error);
    const count = left.size;
    notify('error', {
      title: t('addFailed', { count, formatted: grouped(count), total: grouped(uuids.length), title }),
      message: `${why.title}. ${why.next} ${t('addFailedNext', { count })}`,
    });
  };
  return { isWorking, done, total: uuids.length, add: (series: Series) => void work(() => addAll(series)) };
}
