import { Email } from '@armarium/contract/account-fields';
import { DISPLAY_NAME_MAX, type Organisation } from '@armarium/contract/organisation';
import { Alert, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fitsRule } from '../../../lib/text-rule.ts';
import type { ReadOrganisation } from '../api/organisation.ts';
import { mailLacks } from '../../../records/deliveries/mail-lacks.ts';
import { MailMessages } from './mail-messages.tsx';
import { SettingForm } from './setting-form.tsx';
import { useSetting } from './use-setting.ts';
import classes from './organisation.module.css';

/** The sender of the organisation's mail, what the installation has for mail, and where it has all of it, a test. */
export function MailSettings({ read, ownAddress }: { read: ReadOrganisation; ownAddress: string }) {
  const lacks = mailLacks(read.answer.installation.mail);
  return (
    <>
      <SenderSetting read={read} />
      <MailFacts organisation={read.answer} />
      {lacks.length === 0 && <MailMessages ownAddress={ownAddress} />}
    </>
  );
}

/** The name of the sender, and the address for answers. An empty one is that of the installation. */
function SenderSetting({ read }: { read: ReadOrganisation }) {
  const { t } = useTranslation('organisation');
  const setting = useSetting<{ readonly displayName: string; readonly replyTo: string }>(read, {
    name: 'mail',
    read: ({ mail }) => ({ displayName: mail.displayName, replyTo: mail.replyTo ?? '' }),
    changes: ({ displayName, replyTo }) => ({ mail: { displayName, replyTo: replyTo.trim() || null } }),
  });
  const { value } = setting;
  const { displayName, installation } = read.answer;
  const replyTo = useRef<HTMLInputElement>(null);
  // An address is not called wrong while it is typed for the first time.
  const [wasLeft, setLeft] = useState(setting.isChanged);
  const address = value.replyTo.trim();
  const isFaulty = address !== '' && !fitsRule(Email, address);
  const save = () => {
    setLeft(true);
    if (isFaulty) replyTo.current?.focus();
    else void setting.save(value);
  };
  return (
    <SettingForm label={t('mail.title')} setting={setting} onSave={save}>
      <TextInput
        label={t('mail.displayName')}
        description={t('mail.displayNameHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={DISPLAY_NAME_MAX}
        placeholder={displayName}
        autoComplete="off"
        dir="auto"
        value={value.displayName}
        onChange={(event) => setting.change({ ...value, displayName: event.currentTarget.value })}
      />
      <TextInput
        ref={replyTo}
        type="email"
        label={t('mail.replyTo')}
        description={t('mail.replyToHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={installation.mail.from ?? ''}
        autoComplete="off"
        spellCheck={false}
        value={value.replyTo}
        error={isFaulty && wasLeft && t('mail.fault')}
        onBlur={() => setLeft(value.replyTo !== '')}
        onChange={(event) => setting.change({ ...value, replyTo: event.currentTarget.value })}
      />
    </SettingForm>
  );
}

/** What the installation has for mail; where something is missing, what it is and who sets it. */
function MailFacts({ organisation: { name, installation } }: { organisation: Organisation }) {
  const { t, i18n } = useTranslation('organisation');
  const { server, from, linkAddress } = installation.mail;
  const missing = mailLacks(installation.mail).map((lack) => {
    if (lack !== 'linkAddress') return lack;
    return t(name === 'default' ? 'mail.lacks.addressOrPublicUrl' : 'mail.lacks.address');
  });
  return (
    <div className={classes.part}>
      {missing.length > 0 && (
        <Alert
          color="yellow"
          role="note"
          mb="md"
          // The kit's own yellow is too faint to be read.
          styles={{ title: { color: 'var(--text-strong)' }, icon: { color: 'var(--text-strong)' } }}
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t('mail.lacks.title')}
        >
          {t('mail.lacks.text', { settings: new Intl.ListFormat(i18n.language).format(missing) })}
        </Alert>
      )}
      <dl className={classes.facts}>
        <dt>{t('mail.server')}</dt>
        <dd>{t(server ? 'mail.set' : 'installation.notSet')}</dd>
        <dt>{t('mail.from')}</dt>
        <dd>{from ?? t('installation.notSet')}</dd>
        <dt>{t('mail.linkAddress')}</dt>
        <dd>{linkAddress ?? t('installation.notSet')}</dd>
      </dl>
    </div>
  );
}
