import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ItemPage, type FileKind, type ShownAssets } from '../../features/item/components/item-page.tsx';
import { AssetSection } from '../../features/assets/components/asset-section.tsx';
import { StateButton } from '../../features/item/components/state-button.tsx';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import type { ContentType } from '../../features/upload/state/content-types.ts';
import { ItemAssetDialogs } from '../lazy-dialogs.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { FileDrop } from './file-drop.tsx';
import { ItemSharing } from './item-sharing.tsx';
import { useUploadWizard } from './use-upload-wizard.tsx';

/** `/catalog/{collectionUuid}/cultural-item/{uuid}`: an item, with its files, the wizard that adds to them, and what shares it. */
export function ItemRoute() {
  const { collectionUuid = '', uuid = '' } = useParams();
  const { wizard, openWizard } = useUploadWizard();
  const mayUpload = useQuery(permissionsQuery).data?.upload !== undefined;
  return (
    <>
      <ItemPage
        key={uuid}
        collectionUuid={collectionUuid}
        uuid={uuid}
        onAddFiles={(item, kind = 'images') => openWizard({ collectionUuid, item, type: typeOf[kind] })}
        actions={(item, image) => <ItemSharing item={item} image={image} />}
        Assets={ItemAssets}
        notFound={<NotFoundPage />}
      />
      {wizard}
      {mayUpload && <FileDrop key={`drop-${uuid}`} target={{ collectionUuid, itemUuid: uuid }} />}
    </>
  );
}

/** What the wizard offers first where files of a kind are looked at. */
const typeOf = {
  images: 'image',
  audios: 'audio',
  videos: 'video',
  model3Ds: 'model3D',
} as const satisfies Record<FileKind, ContentType>;

function ItemAssets(shown: ShownAssets) {
  return (
    <AssetSection
      {...shown}
      Dialogs={ItemAssetDialogs}
      stateOf={(asset, title) => <StateButton key={asset.uuid} record={{ ...asset, title }} />}
    />
  );
}
