import type { Collection } from '@armarium/contract/records';
import { Alert, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { changeCollectionVisibility } from '../api/change-visibility.ts';
import { embedSnippet, manifestWithToken, withToken } from '../viewer-addresses.ts';
import { Citation } from './citation.tsx';
import { CopyField } from './copy-field.tsx';
import classes from './share-dialog.module.css';
import { ShareLinks, type MadeLink } from './share-links.tsx';
import { VisibilityField } from './visibility-field.tsx';

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
  const [tab, setTab] = useState('share');
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<MadeLink>();
  const { uuid, visibility } = collection;
  const viewer = collection._links.viewer_iiif.href;
  const document = collection._links['iiif-collection'].href;
  // A restricted record is opened by no link.
  const given =
    visibility === 'restricted' || made === undefined
      ? undefined
      : {
          ...made,
          viewer: withToken(viewer, uuid, made.token),
          manifest: manifestWithToken(document, uuid, made.token),
        };
  const seen = t(visibility === 'public' ? 'view.title' : 'view.would');
  const view = (
    <section className={classes.view} aria-label={seen}>
      <h3 className={classes.heading}>{seen}</h3>
      <p>{t('collection.would')}</p>
    </section>
  );

  return (
    <Dialog opened={opened} onClose={onClose} title={t('collection.title')} size="xl" closeOnEscape={!asking}>
      <Tabs value={tab} onChange={(value) => setTab(value ?? 'share')}>
        <Tabs.List aria-label={t('tabs.label')}>
          <Tabs.Tab value="embed">{t('tabs.embed')}</Tabs.Tab>
          <Tabs.Tab value="share">{t('tabs.share')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="embed" className={classes.panel ?? ''}>
          <CopyField
            long
            label={t('snippet')}
            hint={t('snippetHint')}
            value={embedSnippet(given?.viewer ?? viewer, titleOf(collection, t('untitled')))}
          />
          {given ? (
            <Alert color="accent">{t('collection.embedByLink')}</Alert>
          ) : (
            visibility !== 'public' && (
              <Alert color="gray" title={t('embedPrivate')}>
                {t('collection.embedPrivateText')}
              </Alert>
            )
          )}
          {view}
        </Tabs.Panel>
        <Tabs.Panel value="share" className={classes.panel ?? ''}>
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
          <CopyField label={t('link')} hint={t(linkHints[visibility])} value={viewer} />
          {view}
          {mayPublish &&
            (visibility === 'restricted' ? (
              <p className={classes.hint}>{t('links.restricted')}</p>
            ) : (
              <ShareLinks
                recordUuid={uuid}
                documentWord={t('collection.madeDocument')}
                made={given}
                onMade={setMade}
                onAsking={setAsking}
              />
            ))}
          <section className={classes.part}>
            <CopyField
              label={t('collection.document')}
              hint={t('collection.documentHint')}
              value={document}
            />
            <Citation
              cited={{ ...collection, autn: collection.author, pressmark: '' }}
              keeper={keeper}
              address={viewer}
            />
          </section>
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}

const linkHints = { public: 'linkPublic', private: 'linkPrivate', restricted: 'linkRestricted' } as const;
