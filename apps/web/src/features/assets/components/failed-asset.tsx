import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeCause } from '../../../lib/problem/cause-text.ts';
import { notify } from '../../../ui/notify.tsx';
import { assetsChanged } from '../api/assets-changed.ts';
import { importOfAssetQuery, retryImport } from '../api/import-of-asset.ts';
import type { Asset, AssetKind } from '../asset-kinds.ts';
import { titleOfAsset, useAssetName } from '../asset-name.ts';
import classes from './asset-section.module.css';

interface FailedAssetProps {
  asset: Asset;
  kind: AssetKind;
  itemUuid: string;
}

/** An asset whose import failed: why, what to do next, and another try, for those who may follow its import. */
export function FailedAsset({ asset, kind, itemUuid }: FailedAssetProps) {
  const { t } = useTranslation('assets');
  const queries = useQueryClient();
  // The file is what somebody has to find and send again; titles leave out the extension.
  const name = useAssetName(kind)({ ...asset, sgtt: asset.originalFilename || titleOfAsset(asset) });
  const imported = useQuery({
    ...importOfAssetQuery(kind, asset.uuid),
    enabled: asset._links.import !== undefined,
  });
  const retry = useMutation({
    mutationFn: () => retryImport(kind, asset.uuid),
    meta: { failed: () => t('retryFailed', { name }) },
    onSuccess: () => notify('info', { title: t('retried', { name }) }),
    onSettled: async () => {
      await assetsChanged([itemUuid]);
      // Last, since it may have failed again already and still be shown: then its cause is fetched again.
      await queries.resetQueries({ queryKey: ['catalogue', 'import-of-asset', asset.uuid] });
    },
  });
  const given = imported.data?.overall.cause;
  const cause = given && describeCause(given);
  return (
    <Alert
      className={classes.failed ?? ''}
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={<span dir="auto">{name}</span>}
    >
      <p>{cause ? cause.title : t('failed')}</p>
      {cause && <p>{cause.next}</p>}
      {imported.data?._links.retry && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={15} />}
          aria-label={t('retryNamed', { name })}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {t('retry')}
        </Button>
      )}
    </Alert>
  );
}
