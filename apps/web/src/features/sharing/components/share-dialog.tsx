import type { ImageAsset, Item } from '@armarium/contract/records';
import { Alert, NativeSelect, Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { displayTitle, titleOf } from '../../../ui/display-title.ts';
import { changeVisibility } from '../api/change-visibility.ts';
import { publicViewKey } from '../api/public-view.ts';
import { useToldAddress } from '../state/told-address.ts';
import {
  embedSnippet,
  manifestWithToken,
  viewerAddresses,
  withToken,
  type ViewerAddress,
} from '../viewer-addresses.ts';
import { Citation } from './citation.tsx';
import { CopyField } from './copy-field.tsx';
import { PublicView } from './public-view.tsx';
import { ShareLinks, type MadeLink } from './share-links.tsx';
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
  /** What stands in the tab `Download`; undefined for who may not download. @param close ends the dialog */
  download: ((close: () => void) => ReactNode) | undefined;
  /** Who sees the item has changed. */
  onChanged(): void;
  opened: boolean;
  onClose(): void;
}

/** Taking an item along, showing it in another site, and giving it to others (catalogue §2: Download, Embed, Share). */
export function ShareDialog({ download, onChanged, opened, onClose, ...props }: ShareDialogProps) {
  const { t } = useTranslation('sharing');
  const { item, image, mayPublish, keeper } = props;
  const queries = useQueryClient();
  const [tab, setTab] = useState('share');
  const [chosen, setChosen] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<MadeLink>();
  const now = useToldAddress(opened);
  const addresses = viewerAddresses(item, image?.importState === 'DONE' ? image.uuid : undefined, now);
  const address = addresses.find(({ href }) => href === chosen) ?? addresses[0];
  const manifest = item._links.manifest?.href;
  const nameOf = ({ name }: ViewerAddress) =>
    t(`viewers.${name}`, { name: image && (displayTitle(image.sgtt) || image.originalFilename) });
  // A restricted record is opened by no link.
  const given =
    item.visibility === 'restricted' || made === undefined
      ? undefined
      : {
          ...made,
          viewer: address && withToken(address.href, item.uuid, made.token),
          manifest: manifest && manifestWithToken(manifest, item.uuid, made.token),
        };
  const viewer = address && addresses.length > 1 && (
    <NativeSelect
      label={t('viewer')}
      value={address.href}
      onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      data={addresses.map((one) => ({ value: one.href, label: nameOf(one) }))}
    />
  );
  const nothing = <Alert title={t('nothing')}>{t('nothingText')}</Alert>;

  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size="xl" closeOnEscape={!asking}>
      <Tabs value={tab} onChange={(value) => setTab(value ?? 'share')}>
        <Tabs.List aria-label={t('tabs.label')}>
          {download && <Tabs.Tab value="download">{t('tabs.download')}</Tabs.Tab>}
          <Tabs.Tab value="embed">{t('tabs.embed')}</Tabs.Tab>
          <Tabs.Tab value="share">{t('tabs.share')}</Tabs.Tab>
        </Tabs.List>
        {download && (
          <Tabs.Panel value="download" className={classes.panel ?? ''}>
            {download(onClose)}
          </Tabs.Panel>
        )}
        <Tabs.Panel value="embed" className={classes.panel ?? ''}>
          {address ? (
            <>
              {viewer}
              <CopyField
                long
                label={t('snippet')}
                hint={t('snippetHint')}
                value={embedSnippet(given?.viewer ?? address.href, titleOf(item, t('untitled')))}
              />
              {given ? (
                <Alert color="accent">{t('embedByLink')}</Alert>
              ) : (
                item.visibility !== 'public' && (
                  <Alert color="gray" title={t('embedPrivate')}>
                    {t('embedPrivateText')}
                  </Alert>
                )
              )}
              <PublicView itemUuid={item.uuid} />
            </>
          ) : (
            nothing
          )}
        </Tabs.Panel>
        <Tabs.Panel value="share" className={classes.panel ?? ''}>
          <VisibilityField
            visibility={item.visibility}
            view={<PublicView itemUuid={item.uuid} />}
            mayChange={mayPublish}
            change={async (visibility) => {
              await changeVisibility(item.uuid, visibility);
              await queries.invalidateQueries({ queryKey: publicViewKey(item.uuid) });
              onChanged();
            }}
            onAsking={setAsking}
          />
          {address ? (
            <>
              {viewer}
              <CopyField
                label={t('link')}
                hint={t(
                  item.visibility === 'public'
                    ? 'linkPublic'
                    : item.visibility === 'private'
                      ? 'linkPrivate'
                      : 'linkRestricted',
                )}
                value={address.href}
              />
            </>
          ) : (
            nothing
          )}
          {(mayPublish || item.visibility === 'public') && <PublicView itemUuid={item.uuid} />}
          {mayPublish &&
            (item.visibility === 'restricted' ? (
              <p className={classes.hint}>{t('links.restricted')}</p>
            ) : (
              <ShareLinks
                recordUuid={item.uuid}
                documentWord={t('links.madeManifest')}
                made={given}
                onMade={setMade}
                onAsking={setAsking}
              />
            ))}
          {address && (
            <section className={classes.part}>
              {manifest !== undefined && (
                <CopyField label={t('manifest')} hint={t('manifestHint')} value={manifest} />
              )}
              <Citation cited={item} keeper={keeper} address={address.href} />
            </section>
          )}
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}
