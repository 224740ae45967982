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
  kind: 'item' | 'collection';
}

/** What embeds a record in another site, and who sees it there. */
export function EmbedField({ href, title, isByLink, visibility, kind }: EmbedFieldProps) {
  const { t } = useTranslation('sharing');
  return (
    <>
      <CopyField long label={t('snippet')} hint={t('snippetHint')} value={embedSnippet(href, title)} />
      {isByLink ? (
        <Alert color="accent">{t(kind === 'item' ? 'embedByLink' : 'collection.embedByLink')}</Alert>
      ) : (
        visibility !== 'public' && (
          <Alert color="gray" title={t('embedPrivate')}>
            {t(kind === 'item' ? 'embedPrivateText' : 'collection.embedPrivateText')}
          </Alert>
        )
      )}
    </>
  );
}

const hints = { public: 'linkPublic', private: 'linkPrivate', restricted: 'linkRestricted' } as const;

/** The address of a record, and for whom it leads there. */
export function LinkField({ href, visibility }: { href: string; visibility: Visibility }) {
  const { t } = useTranslation('sharing');
  return <CopyField label={t('link')} hint={t(hints[visibility])} value={href} />;
}
