import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { ShownIn } from '../../../records/components/shown-in.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { assetsChanged } from '../api/assets-changed.ts';
import { storiesOfImageQuery } from '../api/stories-of-image.ts';
import { readAsset, saveAsset } from '../api/change-assets.ts';
import { factsOf } from '../asset-facts.ts';
import type { Lent, StateOf } from '../asset-forms.ts';
import type { Asset } from '../asset-kinds.ts';
import { titleOfAsset, useAssetName } from '../asset-name.ts';
import { TechnicalFold } from '../technical/technical-fold.tsx';
import type { AssetAction, AssetDialogProps } from './asset-action.ts';
import classes from './asset-dialogs.module.css';
import { AssetPicture } from './asset-list.tsx';
import { useRetried } from './use-retried.ts';

interface AssetDetailsProps extends AssetDialogProps {
  asset: Asset;
  onAsk(action: AssetAction): void;
  lent: Lent;
  stateOf: StateOf;
}

/** One asset: its file, its metadata, and what can be done with it (ASSET-06, ASSET-07). */
export function AssetDetails({
  item,
  kind,
  asset,
  opened,
  onClose,
  onAsk,
  lent,
  stateOf,
}: AssetDetailsProps) {
  const { t } = useTranslation('assetDialogs');
  const name = useAssetName(kind)(asset);
  const { allowedActions: may, _links: links } = asset;
  const mayReplace = item.allowedActions.includes('upload');
  const actions: readonly AssetAction[] = [
    ...(mayReplace ? (['replace'] as const) : []),
    ...(links.history ? (['versions'] as const) : []),
    ...(links.captions ? (['captions'] as const) : []),
    ...(may.includes('move') ? (['move', 'into'] as const) : []),
    ...(may.includes('trash') ? (['delete'] as const) : []),
  ];
  return (
    <lent.AssetForm
      asset={asset}
      opened={opened}
      onClose={onClose}
      title={name}
      read={() => readAsset(kind, asset.uuid)}
      save={async (list, tag) => {
        await saveAsset(kind, asset.uuid, list, tag);
        await assetsChanged([item.uuid]);
      }}
      lead={
        <>
          <div className={classes.lead}>
            <AssetPicture asset={asset} kind={kind} />
            <dl className={classes.facts}>
              <dt>{t('file')}</dt>
              <dd dir="auto">{asset.originalFilename}</dd>
              <dd className="tabular">{factsOf(asset).join(' · ')}</dd>
              <dt>SHA-256</dt>
              <dd className={classes.sum}>{asset.sha256}</dd>
              <dd>{stateOf(asset, titleOfAsset(asset))}</dd>
              {kind === 'images' && <Stories uuid={asset.uuid} />}
            </dl>
          </div>
          {links.technical && <TechnicalFold asset={asset} />}
        </>
      }
      actions={
        <>
          {links.original && lent.originalOf(links.original.href, titleOfAsset(asset))}
          {actions.map((action) => (
            <Button
              key={action}
              variant="default"
              size="compact-sm"
              className={action === 'delete' ? 'danger' : ''}
              onClick={() => onAsk(action)}
            >
              {t(`action.${action as 'replace'}`)}
            </Button>
          ))}
        </>
      }
    />
  );
}

/** The stories that show an image: what is done with it shows there too. */
function Stories({ uuid }: { uuid: string }) {
  const { t } = useTranslation(['assetDialogs', 'ui']);
  const place = useRef<HTMLElement>(null);
  const { data, failure, again } = useRetried(useQuery(storiesOfImageQuery(uuid)), place);
  if (data === undefined && failure === undefined) return null;
  return (
    <>
      <dt>{t('stories')}</dt>
      <dd ref={place} tabIndex={-1}>
        {data && (data.storyboardsCount > 0 ? <ShownIn use={data} /> : t('noStories'))}
        {!data && failure && (
          <FailureAlert title={t('storiesFailed')} text={describeProblem(failure)}>
            <Button variant="default" size="compact-sm" mt="xs" onClick={() => void again()}>
              {t('ui:retry')}
            </Button>
          </FailureAlert>
        )}
      </dd>
    </>
  );
}
