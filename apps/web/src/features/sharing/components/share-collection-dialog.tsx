import type { Collection } from '@armarium/contract/collections';
import { useTranslation } from 'react-i18next';
import { changeCollectionVisibility } from '../api/change-visibility.ts';
import { ShareFrame, type SharingProps } from './share-frame.tsx';
import classes from './share-dialog.module.css';

interface ShareCollectionDialogProps extends SharingProps {
  collection: Collection;
}

/** Showing a collection in another site and giving it to others: its IIIF document, and the viewer that opens it. */
export function ShareCollectionDialog({ collection, onChanged, ...props }: ShareCollectionDialogProps) {
  const { t } = useTranslation('sharing');
  const { uuid, visibility, _links: links } = collection;
  const seen = t(visibility === 'public' ? 'view.title' : 'view.would');
  return (
    <ShareFrame
      {...props}
      kind="collection"
      record={collection}
      cited={{ ...collection, autn: collection.author, pressmark: '' }}
      title={t('collection.title')}
      viewer={links.viewer_iiif.href}
      document={{
        href: links['iiif-collection'].href,
        label: t('collection.document'),
        hint: t('collection.documentHint'),
        madeLabel: t('collection.madeDocument'),
      }}
      view={
        <section className={classes.view} aria-label={seen}>
          <h3 className={classes.heading}>{seen}</h3>
          <p>{t('collection.would')}</p>
        </section>
      }
      showsView
      change={async (wanted) => {
        await changeCollectionVisibility(uuid, wanted);
        onChanged();
      }}
    />
  );
}
