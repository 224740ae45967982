import type { Visibility } from '@armarium/contract/visibility';
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { embedSnippet } from '../viewer-addresses.ts';
import { CopyField } from './copy-field.tsx';

interface EmbedFieldProps {
  /** The page that is embedded; with a link's token, where one was made. */
  href: string;
  title: string;
  isByLink: boolean;
  visibility: Visibility;
  /** What is embedded: each has its own words. */
  kind: keyof typeof embedWords;
  /** Whether the user may make it public, or make a link for others. */
  mayPublish: boolean;
}

const embedWords = {
  item: { byLink: 'embedByLink', private: 'embedPrivateText' },
  collection: { byLink: 'collection.embedByLink', private: 'collection.embedPrivateText' },
  story: { byLink: 'story.embedByLink', private: 'story.embedPrivateText' },
  // No link opens a series.
  series: { byLink: undefined, private: 'series.embedPrivateText' },
} as const;

/** What embeds a record in another site, and who sees it there. */
export function EmbedField({ href, title, isByLink, visibility, kind, mayPublish }: EmbedFieldProps) {
  const { t } = useTranslation('sharing');
  const { byLink, private: forPrivate } = embedWords[kind];
  return (
    <>
      <CopyField long label={t('snippet')} hint={t('snippetHint')} value={embedSnippet(href, title)} />
      {isByLink && byLink !== undefined ? (
        <Alert color="accent">{t(byLink)}</Alert>
      ) : (
        visibility !== 'public' && (
          <Alert color="gray" title={t('embedPrivate')}>
            {mayPublish && visibility === 'private' && t(forPrivate)}
          </Alert>
        )
      )}
    </>
  );
}

const hints = { public: 'linkPublic', private: 'linkPrivate', restricted: 'linkRestricted' } as const;

interface LinkFieldProps {
  /** Without it that of a viewer. */
  label?: string;
  href: string;
  visibility: Visibility;
}

/** The address of a record, and for whom it leads there. */
export function LinkField({ label, href, visibility }: LinkFieldProps) {
  const { t } = useTranslation('sharing');
  return <CopyField label={label ?? t('link')} hint={t(hints[visibility])} value={href} />;
}
