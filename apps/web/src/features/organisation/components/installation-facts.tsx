import type { Organisation } from '@armarium/contract/organisation';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { formatSize } from '../../../lib/file-size.ts';
import classes from './organisation.module.css';

/** What only the person who runs the installation can change, and what is used of it. */
export function InstallationFacts({ organisation }: { organisation: Organisation }) {
  const { t, i18n } = useTranslation('organisation');
  const sizeOf = (size_bytes: number) => formatSize(size_bytes, i18n.language);
  const { installation, usage, name } = organisation;
  const { url, storage, storageQuotaBytes: most_bytes, recordsQuota: most } = installation;
  return (
    <dl className={classes.facts}>
      <dt>{t('installation.name')}</dt>
      <dd>{name}</dd>
      <dt>{t('installation.url')}</dt>
      <dd>{url ?? t('installation.notSet')}</dd>
      <dt>{t('installation.storage')}</dt>
      <dd>{t(`installation.${storage}`)}</dd>
      <dt>{t('installation.files')}</dt>
      <dd>
        {most_bytes === null
          ? t('installation.noQuota', { used: sizeOf(usage.storedBytes) })
          : t('installation.quota', { used: sizeOf(usage.storedBytes), most: sizeOf(most_bytes) })}
      </dd>
      <dt>{t('installation.records')}</dt>
      <dd>
        {most === null
          ? t('installation.noQuota', { used: grouped(usage.records) })
          : t('installation.quota', { used: grouped(usage.records), most: grouped(most) })}
      </dd>
    </dl>
  );
}
