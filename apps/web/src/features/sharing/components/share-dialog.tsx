import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { Alert, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle, titleOf } from '../../../ui/display-title.ts';
import { changeVisibility } from '../api/change-visibility.ts';
import { publicViewKey } from '../api/public-view.ts';
import { useViewerAddress } from '../state/viewer-address.ts';
import { viewerAddresses, type ViewerAddress } from '../viewer-addresses.ts';
import { Citation } from './citation.tsx';
import { CopyField } from './copy-field.tsx';
import { PublicView } from './public-view.tsx';
import { EmbedField, LinkField } from './share-fields.tsx';
import { ShareLinks } from './share-links.tsx';
import { ShareTabs } from './share-tabs.tsx';
import { useMadeLink } from './use-made-link.ts';
import { VisibilityField } from './visibility-field.tsx';
import classes from './share-dialog.module.css';

export interface ShareDialogProps {
  item: Item;
  /** The one that is shown; undefined where none is, or it isn't known yet. */
  image: ImageAsset | undefined;
  /** The organisation, for citations. */
  keeper: string;
  /** Whether the user may make links for others and change who sees it. */
  mayPublish: boolean;
  /** The content of the tab `Download`; undefined for who may not download. @param close ends the dialog */
  download: ((close: () => void) => ReactNode) | undefined;
  /** Who sees the item has changed. */
  onChanged(): void;
  opened: boolean;
  onClose(): void;
}

/** Downloading an item, showing it in another site, and giving it to others (catalogue §2: Download, Embed, Share). */
export function ShareDialog({ download, onChanged, opened, onClose, ...props }: ShareDialogProps) {
  const { t } = useTranslation('sharing');
  const { item, mayPublish, keeper } = props;
  const { uuid, visibility } = item;
  const [isAsking, setAsking] = useState(false);
  const { address, choice } = useChosenViewer(props, opened);
  const manifest = item._links.manifest?.href;
  const [made, setMade] = useMadeLink(item, address, manifest);
  const queries = useQueryClient();
  const view = <PublicView itemUuid={uuid} />;
  const nothing = <Alert title={t('nothing')}>{t('nothingText')}</Alert>;
  const embed =
    address === undefined ? (
      nothing
    ) : (
      <>
        {choice}
        <EmbedField
          href={made?.viewer ?? address}
          title={titleOf(item, t('untitled'))}
          isByLink={made !== undefined}
          visibility={visibility}
          kind="item"
        />
        {view}
      </>
    );
  const share = (
    <>
      <VisibilityField
        visibility={visibility}
        view={view}
        mayChange={mayPublish}
        change={async (wanted) => {
          await changeVisibility(uuid, wanted);
          await queries.invalidateQueries({ queryKey: publicViewKey(uuid) });
          onChanged();
        }}
        onAsking={setAsking}
      />
      {address === undefined ? (
        nothing
      ) : (
        <>
          {choice}
          <LinkField href={address} visibility={visibility} />
        </>
      )}
      {(mayPublish || visibility === 'public') && view}
      {mayPublish && (
        <ShareLinks
          record={item}
          documentWord={t('links.madeManifest')}
          made={made}
          onMade={setMade}
          onAsking={setAsking}
        />
      )}
      {address !== undefined && (
        <section className={classes.part}>
          {manifest !== undefined && (
            <CopyField label={t('manifest')} hint={t('manifestHint')} value={manifest} />
          )}
          <Citation cited={item} keeper={keeper} address={address} />
        </section>
      )}
    </>
  );
  return (
    <ShareTabs
      title={t('title')}
      panels={{ download: download?.(onClose), embed, share }}
      {...{ isAsking, opened, onClose }}
    />
  );
}

/**
 * The page that shows the item, chosen among all that do.
 * @param isOpen whether the viewer of this page is asked what it shows
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
