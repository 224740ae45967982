import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../ui/display-title.ts';
import type { Asset, AssetKind } from './asset-kinds.ts';

/** An asset as it is called: its title, else the name of its file. */
export function titleOfAsset({ sgtt, originalFilename }: Pick<Asset, 'sgtt' | 'originalFilename'>): string {
  return displayTitle(sgtt) || originalFilename;
}

/** `Image 3: f. 2r`, in the words of the page's language. */
export function useAssetName(kind: AssetKind): (asset: Asset) => string {
  const { t } = useTranslation('assets');
  return (asset) => t(`named.${kind}`, { position: asset.position, name: titleOfAsset(asset) });
}
