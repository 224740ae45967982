import type { Collection } from '@armarium/contract/collections';
import type { Item } from '@armarium/contract/items';
import type { Visibility } from '@armarium/contract/visibility';
import { Alert, Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import type { Cited } from '../citation.ts';
import { Citation } from './citation.tsx';
import { CopyField } from './copy-field.tsx';
import { EmbedField, LinkField } from './share-fields.tsx';
import { ShareLinks } from './share-links.tsx';
import { useMadeLink } from './use-made-link.ts';
import { VisibilityField } from './visibility-field.tsx';
import classes from './share-dialog.module.css';

/** What the dialogs of items and of collections get from the page that opens them. */
export interface SharingProps {
  /** The organisation, for citations. */
  keeper: string;
  /** Whether the user may make links for others and change who sees the record. */
  mayPublish: boolean;
  /** Who sees the record has changed. */
  onChanged(): void;
  opened: boolean;
  onClose(): void;
}

interface ShareFrameProps extends Omit<SharingProps, 'onChanged'> {
  kind: 'item' | 'collection';
  record: Item | Collection;
  cited: Cited;
  title: string;
  /** The page that shows the record; undefined where there is nothing to show yet. */
  viewer: string | undefined;
  /** The field that chooses this page, where there are several. */
  choice?: ReactNode;
  /** The IIIF document, with the name of the one that a new link opens. */
  document: { href: string | undefined; label: string; hint: string; madeLabel: string };
  /** What the public sees of the record, or would see. */
  view: ReactNode;
  /** Whether `view` stands in the tab `Share` too. */
  showsView: boolean;
  /** @throws ApiProblem, which is shown in the dialog */
  change(visibility: Visibility): Promise<void>;
  /** The content of the tab `Download`, which is left out without it. */
  download?: ReactNode;
}

/** The dialog that shares a record, with its tabs. */
export function ShareFrame(props: ShareFrameProps) {
  const { kind, record, cited, viewer, choice, document, view, mayPublish, opened, onClose } = props;
  const { visibility } = record;
  const { t } = useTranslation('sharing');
  const [tab, setTab] = useState('share');
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useMadeLink(record, viewer, document.href);
  const nothing = <Alert title={t('nothing')}>{t('nothingText')}</Alert>;
  const embed =
    viewer === undefined ? (
      nothing
    ) : (
      <>
        {choice}
        <EmbedField
          href={made?.viewer ?? viewer}
          title={titleOf(record, t('untitled'))}
          isByLink={made !== undefined}
          {...{ visibility, kind, mayPublish }}
        />
        {view}
      </>
    );
  const share = (
    <>
      <VisibilityField
        {...{ visibility, view }}
        mayChange={mayPublish}
        change={props.change}
        onAsking={setAsking}
      />
      {viewer === undefined ? nothing : choice}
      {viewer !== undefined && <LinkField href={viewer} visibility={visibility} />}
      {props.showsView && view}
      {mayPublish && (
        <ShareLinks
          {...{ record, made }}
          documentWord={document.madeLabel}
          onMade={setMade}
          onAsking={setAsking}
        />
      )}
      {viewer !== undefined && (
        <section className={classes.part}>
          {document.href !== undefined && (
            <CopyField label={document.label} hint={document.hint} value={document.href} />
          )}
          <Citation cited={cited} keeper={props.keeper} address={viewer} />
        </section>
      )}
    </>
  );
  const panels = (
    [
      ['download', props.download],
      ['embed', embed],
      ['share', share],
    ] as const
  ).filter(([, panel]) => panel !== undefined);
  return (
    // While a question is open over the dialog, Escape must not close the dialog below it.
    <Dialog opened={opened} onClose={onClose} title={props.title} size="xl" closeOnEscape={!isAsking}>
      <Tabs value={tab} onChange={(value) => setTab(value ?? 'share')}>
        <Tabs.List aria-label={t('tabs.label')}>
          {panels.map(([name]) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {panels.map(([name, panel]) => (
          <Tabs.Panel key={name} value={name} className={classes.panel ?? ''}>
            {panel}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Dialog>
  );
}
