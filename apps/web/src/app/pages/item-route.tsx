import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { ItemPage, type FileKind, type ShownAssets } from '../../features/catalogue/components/item-page.tsx';
import type { Lent } from '../../features/assets/asset-forms.ts';
import { OriginalOpener } from '../../features/downloads/components/original-opener.tsx';
import { WorkflowOpener } from '../../features/catalogue/components/workflow-opener.tsx';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import type { ContentType } from '../../features/upload/state/content-types.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { FileDrop } from './file-drop.tsx';
import { ItemSharing } from './item-sharing.tsx';
import { useUploadWizard } from './upload-wizard-host.tsx';

// Asked for together with the page, but not waited for: image and metadata are there before the list.
const assetSection = import('../../features/assets/components/asset-section.tsx');
const AssetSection = lazy(() => assetSection.then((module) => ({ default: module.AssetSection })));

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
        onAddFiles={(item, kind = 'images') =>
          openWizard({ collection: { uuid: collectionUuid, sgtt: '' }, item, type: typeOf[kind] })
        }
        actions={(item, image) => <ItemSharing item={item} image={image} />}
        Assets={ItemAssets}
        notFound={<NotFoundPage />}
      />
      {wizard}
      {mayUpload && (
        <FileDrop
          key={`drop-${uuid}`}
          target={{ collection: { uuid: collectionUuid, sgtt: '' }, itemUuid: uuid }}
        />
      )}
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

const forms = () => import('./asset-forms.tsx');
const lent: Lent = {
  AssetForm: lazy(() => forms().then((module) => ({ default: module.AssetForm }))),
  SeveralAssetsForm: lazy(() => forms().then((module) => ({ default: module.SeveralAssetsForm }))),
  stateOf: (asset, title) => <WorkflowOpener key={asset.uuid} record={{ ...asset, title }} />,
  originalOf: (href, name) => <OriginalOpener href={href} name={name} />,
};

function ItemAssets(shown: ShownAssets) {
  return (
    <Suspense fallback={null}>
      <AssetSection {...shown} lent={lent} />
    </Suspense>
  );
}
