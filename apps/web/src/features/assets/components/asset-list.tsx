import { ActionIcon, Checkbox, Skeleton } from '@mantine/core';
import {
  Icon3dCubeSphere,
  IconAlertTriangle,
  IconInfoCircle,
  IconMovie,
  IconPhoto,
  IconVolume,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Asset, AssetKind } from '../asset-kinds.ts';
import { titleOfAsset, useAssetName } from '../asset-name.ts';
import { factsInList } from '../asset-facts.ts';
import classes from './asset-list.module.css';
import { useAssetGestures, type Chosen } from './use-asset-gestures.ts';

interface AssetListProps {
  kind: AssetKind;
  /** Undefined until they are known. */
  assets: readonly Asset[] | undefined;
  /** How many there will be. */
  places: number;
  chosen: Chosen;
  onChoose: ((chosen: Chosen) => void) | undefined;
  isShown(asset: Asset): boolean;
  onShow(asset: Asset): void;
  onDetails(asset: Asset): void;
}

/** A page of assets, one a row: its picture, title and facts. Arrows move among them. */
export function AssetList({
  kind,
  assets,
  places,
  chosen,
  onChoose,
  isShown,
  onShow,
  onDetails,
}: AssetListProps) {
  const { t } = useTranslation('assets');
  const nameOf = useAssetName(kind);
  const { onClick, onTick, around } = useAssetGestures(assets ?? [], chosen, onChoose, onShow);
  if (assets === undefined) {
    return (
      <ol className={classes.list} aria-busy>
        {Array.from({ length: places }, (_, index) => (
          <li key={index} className={classes.row} aria-hidden>
            <Skeleton className={classes.mat ?? ''} />
            <Skeleton height={14} width="60%" />
          </li>
        ))}
      </ol>
    );
  }
  return (
    <ol className={classes.list} data-choosing={chosen.size > 0 || undefined} {...around}>
      {assets.map((asset) => {
        const name = nameOf(asset);
        return (
          <li key={asset.uuid} className={classes.row} data-chosen={chosen.has(asset.uuid) || undefined}>
            {onChoose && (
              <Checkbox
                className={classes.tick ?? ''}
                aria-label={t('choose', { name })}
                checked={chosen.has(asset.uuid)}
                onChange={(event) =>
                  onTick(asset, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
                }
              />
            )}
            <button
              type="button"
              className={classes.asset}
              data-asset={asset.uuid}
              title={titleOfAsset(asset)}
              aria-label={[name, asset.importState !== 'DONE' && t(`importState.${asset.importState}`)]
                .filter(Boolean)
                .join(', ')}
              {...(isShown(asset) && { 'aria-current': 'true' as const })}
              onClick={(event) => onClick(event, asset)}
            >
              <AssetPicture asset={asset} kind={kind} />
              <span className={classes.words}>
                <span className={classes.title} dir="auto">
                  <span className={`${classes.place} tabular`}>{asset.position}</span> {titleOfAsset(asset)}
                </span>
                <span className={`${classes.facts} tabular`}>
                  {asset.importState === 'DONE'
                    ? factsInList(asset).join(' · ')
                    : t(`importState.${asset.importState}`)}
                </span>
              </span>
            </button>
            <ActionIcon
              className={classes.details ?? ''}
              variant="subtle"
              color="gray"
              size="lg"
              aria-haspopup="dialog"
              aria-label={t('detailsOf', { name })}
              title={t('details')}
              onClick={() => onDetails(asset)}
            >
              <IconInfoCircle size={19} stroke={1.6} aria-hidden />
            </ActionIcon>
          </li>
        );
      })}
    </ol>
  );
}

const signs = { images: IconPhoto, audios: IconVolume, videos: IconMovie, model3Ds: Icon3dCubeSphere };

/** The picture of an asset, or the sign of its kind where there is none (yet). */
export function AssetPicture({ asset, kind }: { asset: Asset; kind: AssetKind }) {
  const Sign = asset.importState === 'ERROR' ? IconAlertTriangle : signs[kind];
  return (
    <span className={classes.mat} data-import-state={asset.importState}>
      {asset.importState === 'DONE' && asset._links.thumb ? (
        <img src={asset._links.thumb.href} alt="" loading="lazy" decoding="async" />
      ) : (
        <Sign size={22} stroke={1.4} aria-hidden />
      )}
    </span>
  );
}
