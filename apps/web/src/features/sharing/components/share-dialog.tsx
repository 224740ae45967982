import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { changeVisibility } from '../api/change-visibility.ts';
import { publicViewKey } from '../api/public-view.ts';
import { useViewerAddress } from '../state/viewer-address.ts';
import { viewerAddresses, type ViewerAddress } from '../viewer-addresses.ts';
import { PublicView } from './public-view.tsx';
import { ShareFrame, type SharingProps } from './share-frame.tsx';

interface ShareDialogProps extends SharingProps {
  item: Item;
  /** The one that is shown; undefined where none is, or it isn't known yet. */
  image: ImageAsset | undefined;
  /** The content of the tab `Download`; undefined for who may not download. @param close ends the dialog */
  download: ((close: () => void) => ReactNode) | undefined;
}

/** Downloading an item, showing it in another site, and giving it to others (catalogue §2: Download, Embed, Share). */
export function ShareDialog({ item, image, download, onChanged, ...props }: ShareDialogProps) {
  const { t } = useTranslation('sharing');
  const { address, choice } = useChosenViewer({ item, image }, props.opened);
  const queries = useQueryClient();
  return (
    <ShareFrame
      {...props}
      kind="item"
      record={item}
      cited={item}
      title={t('title')}
      viewer={address}
      choice={choice}
      document={{
        href: item._links.manifest?.href,
        label: t('manifest'),
        hint: t('manifestHint'),
        madeLabel: t('links.madeManifest'),
      }}
      view={<PublicView itemUuid={item.uuid} />}
      showsView={props.mayPublish || item.visibility === 'public'}
      change={async (wanted) => {
        await changeVisibility(item.uuid, wanted);
        await queries.invalidateQueries({ queryKey: publicViewKey(item.uuid) });
        onChanged();
      }}
      download={download?.(props.onClose)}
    />
  );
}

/**
 * The page that shows the item, chosen among all that do.
 * @param isOpen whether the dialog is open: then the viewer of this page gives the address of what it shows
 * @returns `choice` draws the field to choose it; absent where there is only one
 */
function useChosenViewer(
  { item, image }: Pick<ShareDialogProps, 'item' | 'image'>,
  isOpen: boolean,
): { address: string | undefined; choice: ReactNode } {
  const { t } = useTranslation('sharing');
  const [chosen, setChosen] = useState<string>();
  const now = useViewerAddress(isOpen);
  const addresses = viewerAddresses(item, image?.importState === 'DONE' ? image.uuid : undefined, now);
  const address = (addresses.find(({ href }) => href === chosen) ?? addresses[0])?.href;
  const nameOf = ({ name }: ViewerAddress) =>
    t(`viewers.${name}`, { name: image && (displayTitle(image.sgtt) || image.originalFilename) });
  return {
    address,
    choice: address !== undefined && addresses.length > 1 && (
      <NativeSelect
        label={t('viewer')}
        value={address}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data={addresses.map((one) => ({ value: one.href, label: nameOf(one) }))}
      />
    ),
  };
}
