import type { AssetVersion } from '@armarium/contract/asset-versions';
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeCause } from '../../../lib/problem/cause-text.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { displayMoment } from '../../../ui/display-date.ts';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { notify } from '../../../ui/notify.tsx';
import { PageTurner } from '../../../ui/page-turner.tsx';
import { assetVersionsQuery, bringBack } from '../api/asset-versions.ts';
import { assetsChanged } from '../api/assets-changed.ts';
import { readAsset } from '../api/change-assets.ts';
import { factsOf } from '../asset-facts.ts';
import type { Asset, AssetKind } from '../asset-kinds.ts';
import { useAssetName } from '../asset-name.ts';
import type { AssetDialogProps } from './asset-action.ts';
import classes from './asset-dialogs.module.css';

/** The files that an asset has and had: each can be looked at, and brought back (decisions §4). */
export function VersionsDialog({ item, kind, asset, opened, onClose }: AssetDialogProps & { asset: Asset }) {
  const { t } = useTranslation(['assetDialogs', 'assets']);
  const name = useAssetName(kind)(asset);
  const [page, setPage] = useState(1);
  const versions = useQuery(assetVersionsQuery(kind, asset.uuid, page));
  const restore = useRestore(item.uuid, kind, asset);
  const { error } = restore;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button that brought a version back goes with what it did: the focus stays with that version.
    if (restore.isSuccess && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>('[data-current] a')?.focus();
    }
  }, [restore.isSuccess, versions.data]);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('versions.title', { name })} size="lg">
      {versions.isPending && <Skeleton height={160} />}
      {versions.isError && versions.data === undefined && (
        <Failed error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      <ul ref={list} className={classes.list}>
        {versions.data?._embedded.versions.map((version) => (
          <li key={version.number} data-current={version.isCurrent || undefined}>
            <Version version={version} />
            {version._links.original && (
              <Button
                component="a"
                variant="default"
                size="compact-md"
                href={version._links.original.href}
                target="_blank"
                rel="noreferrer"
                aria-label={t('versions.lookNamed', { number: version.number })}
              >
                {t('versions.look')}
              </Button>
            )}
            {version._links.restore && (
              <Button
                variant="default"
                size="compact-md"
                aria-disabled={restore.isPending}
                aria-label={t('versions.restoreNamed', { number: version.number })}
                onClick={() => {
                  if (!restore.isPending) restore.mutate(version.number);
                }}
              >
                {t('versions.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {error && (
        <FailureAlert
          title={t('versions.failed')}
          text={
            isProblem(error, 'stale')
              ? { title: t('stale'), next: t('versions.staleNext') }
              : describeProblem(error)
          }
        />
      )}
      <PageTurner
        page={page}
        totalPages={versions.data?.page.totalPages ?? 1}
        onTurn={setPage}
        label={t('versions.pages')}
      />
    </Dialog>
  );
}

/** Brings an earlier version of an asset back, as long as nobody else has changed the asset since it was read here. */
function useRestore(itemUuid: string, kind: AssetKind, asset: Asset) {
  const { t } = useTranslation('assetDialogs');
  const name = useAssetName(kind)(asset);
  const queries = useQueryClient();
  // The entity tag of the asset, read when the dialog opens and again after each attempt.
  const tag = useRef<Promise<string | undefined>>(undefined);
  const readTag = () => {
    tag.current = readAsset(kind, asset.uuid).then((state) => state.tag);
    tag.current.catch(() => undefined);
  };
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    readTag();
  });
  return useMutation({
    mutationFn: async (number: number) => bringBack(kind, asset.uuid, number, await tag.current),
    meta: { quiet: true },
    onSuccess: (_done, number) => notify('success', { title: t('versions.done', { number }), message: name }),
    onSettled: async () => {
      readTag();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['catalogue', 'asset-versions', asset.uuid] }),
        assetsChanged([itemUuid]),
      ]);
    },
  });
}

function Version({ version }: { version: AssetVersion }) {
  const { t } = useTranslation(['assetDialogs', 'assets']);
  const cause = version.cause && describeCause(version.cause);
  return (
    <div className={classes.words}>
      <p className="tabular">
        {t('versions.number', { number: version.number })}
        {version.isCurrent && <strong> · {t('versions.current')}</strong>}
        {version.importState !== 'DONE' && ` · ${t(`assets:importState.${version.importState}`)}`}
      </p>
      <p dir="auto">{version.originalFilename}</p>
      <p className={`${classes.dim} tabular`}>
        {[displayMoment(version.createdDate), ...factsOf(version)].join(' · ')}
      </p>
      {cause && <p className={classes.dim}>{`${cause.title} ${cause.next}`}</p>}
    </div>
  );
}
