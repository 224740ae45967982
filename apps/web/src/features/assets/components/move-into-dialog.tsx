import type { Item } from '@armarium/contract/items';
import { Radio, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { PageTurner } from '../../../ui/page-turner.tsx';
import { assetsChanged } from '../api/assets-changed.ts';
import { moveInto } from '../api/change-assets.ts';
import { destinationItemsQuery } from '../api/destination-items.ts';
import type { AssetDialogProps } from './asset-deed.ts';
import classes from './asset-dialogs.module.css';

/** Assets into another item, found by a search (ASSET-29 to ASSET-31). What has moved stays moved where one fails. */
export function MoveIntoDialog({ item, kind, assets, opened, onClose, onGone }: AssetDialogProps) {
  const { t } = useTranslation('assetDialogs');
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 300);
  // A page belongs to its search: another search starts at its first.
  const [place, setPlace] = useState({ search: '', page: 1 });
  const page = place.search === search ? place.page : 1;
  const [chosen, setChosen] = useState<Item>();
  const found = useQuery(destinationItemsQuery(search, page));
  const listed = (found.data?._embedded.culturalItems ?? []).filter(({ uuid }) => uuid !== item.uuid);
  const titled = (one: Item) => titleOf(one, t('untitled'));
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`into.${kind}`, { count: assets.length, formatted: grouped(assets.length) })}
      confirmWord={t('into.confirm')}
      failedWord={t('into.failed')}
      disabled={chosen === undefined}
      size="lg"
      onClose={onClose}
      work={async () => {
        if (!chosen) return;
        const gone: string[] = [];
        try {
          for (const { uuid } of [...assets].sort((one, other) => one.position - other.position)) {
            await moveInto(kind, chosen.uuid, uuid);
            gone.push(uuid);
          }
        } finally {
          onGone(gone);
          await assetsChanged([item.uuid, chosen.uuid]);
        }
        notify('success', { title: t('into.done', { title: titled(chosen) }) });
        onClose();
      }}
    >
      <TextInput
        type="search"
        aria-label={t('into.search')}
        placeholder={t('into.search')}
        leftSection={<IconSearch size={17} stroke={1.7} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
        mb="sm"
      />
      <p role="status" className={classes.dim} dir="auto">
        {chosen && t('into.chosen', { title: titled(chosen) })}
      </p>
      <div className={classes.choices} data-old={found.isPlaceholderData || undefined}>
        {found.isPending && [1, 2, 3, 4].map((row) => <Skeleton key={row} height={44} mb={6} />)}
        {found.isError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
        {found.isSuccess && listed.length === 0 && (
          <Text c="dimmed" role="status">
            {t('into.none')}
          </Text>
        )}
        {listed.length > 0 && (
          <Radio.Group
            value={chosen?.uuid ?? null}
            onChange={(uuid) => setChosen(listed.find((one) => one.uuid === uuid))}
            aria-label={t('into.destination')}
          >
            {listed.map((one) => (
              <Radio
                key={one.uuid}
                value={one.uuid}
                className={classes.choice ?? ''}
                disabled={!one.allowedActions.includes('move')}
                label={
                  <span className="record-title" dir="auto">
                    {titled(one)}
                  </span>
                }
                description={one.pressmark}
              />
            ))}
          </Radio.Group>
        )}
      </div>
      <PageTurner
        page={page}
        totalPages={found.data?.page.totalPages ?? 0}
        onTurn={(to) => setPlace({ search, page: to })}
        label={t('into.pages')}
      />
    </ConfirmDialog>
  );
}
