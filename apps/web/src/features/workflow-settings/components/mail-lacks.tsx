import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { mailLacks } from '../../../records/deliveries/mail-lacks.ts';
import { installationMailQuery } from '../api/installation-mail.ts';

/** Says what an installation lacks that can't send mail; nothing where it can, or where that is not known. */
export function MailLacks() {
  const { t, i18n } = useTranslation('workflowSettings');
  const mail = useQuery(installationMailQuery).data;
  if (!mail) return null;
  const lacking = mailLacks(mail).map((lack) => (lack === 'linkAddress' ? t('mailLacks.linkAddress') : lack));
  if (lacking.length === 0) return null;
  const settings = new Intl.ListFormat(i18n.language).format(lacking);
  return (
    <Alert
      color="yellow"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('mailLacks.title')}
    >
      {t('mailLacks.text', { settings })}
    </Alert>
  );
}
