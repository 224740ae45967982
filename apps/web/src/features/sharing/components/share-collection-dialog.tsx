import type { Collection } from '@armarium/contract/collections';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../ui/display-title.ts';
import { changeCollectionVisibility } from '../api/change-visibility.ts';
import { Citation } from './citation.tsx';
import { CopyField } from './copy-field.tsx';
import { EmbedField, LinkField } from './share-fields.tsx';
import { ShareLinks } from './share-links.tsx';
import { ShareTabs } from './share-tabs.tsx';
import { useMadeLink } from './use-made-link.ts';
import { VisibilityField } from './visibility-field.tsx';
import classes from './share-dialog.module.css';

interface ShareCollectionDialogProps {
  collection: Collection;
  /** The organisation, for citations. */
  keeper: string;
  /** Whether the user may make links for others and change who sees it. */
  mayPublish: boolean;
  /** Who sees the collection has changed. */
  onChanged(): void;
  opened: boolean;
  onClose(): void;
}

/** Showing a collection in another site and giving it to others: its IIIF document, and the viewer that opens it. */
export function ShareCollectionDialog({
  collection,
  keeper,
  mayPublish,
  onChanged,
  opened,
  onClose,
}: ShareCollectionDialogProps) {
  const { t } = useTranslation('sharing');
  const [isAsking, setAsking] = useState(false);
  const { uuid, visibility } = collection;
  const viewer = collection._links.viewer_iiif.href;
  const document = collection._links['iiif-collection'].href;
  const [made, setMade] = useMadeLink(collection, viewer, document);
  const seen = t(visibility === 'public' ? 'view.title' : 'view.would');
  const view = (
    <section className={classes.view} aria-label={seen}>
      <h3 className={classes.heading}>{seen}</h3>
      <p>{t('collection.would')}</p>
    </section>
  );

  const embed = (
    <>
      <EmbedField
        href={made?.viewer ?? viewer}
        title={titleOf(collection, t('untitled'))}
        isByLink={made !== undefined}
        visibility={visibility}
        kind="collection"
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
          await changeCollectionVisibility(uuid, wanted);
          onChanged();
        }}
        onAsking={setAsking}
      />
      <LinkField href={viewer} visibility={visibility} />
      {view}
      {mayPublish && (
        <ShareLinks
          record={collection}
          documentWord={t('collection.madeDocument')}
          made={made}
          onMade={setMade}
          onAsking={setAsking}
        />
      )}
      <section className={classes.part}>
        <CopyField label={t('collection.document')} hint={t('collection.documentHint')} value={document} />
        <Citation
          cited={{ ...collection, autn: collection.author, pressmark: '' }}
          keeper={keeper}
          address={viewer}
        />
      </section>
    </>
  );
  return (
    <ShareTabs title={t('collection.title')} panels={{ embed, share }} {...{ isAsking, opened, onClose }} />
  );
}
