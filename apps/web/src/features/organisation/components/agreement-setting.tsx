import { AGREEMENT_MAX } from '@armarium/contract/organisation';
import { languages, type Language } from '@armarium/contract/preferences';
import { Button, NativeSelect, Radio, Textarea } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayMoment } from '../../../ui/display-date.ts';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { agreementsQuery, type ReadOrganisation } from '../api/organisation.ts';
import { SettingForm } from './setting-form.tsx';
import { useSetting } from './use-setting.ts';
import classes from './organisation.module.css';

/** A text of the organisation's own; null for the program's. */
type OwnText = { readonly text: string; readonly language: Language } | null;

/** The text that people agree to before a download: the program's own, or one of the organisation in versions. */
export function AgreementSetting({ read }: { read: ReadOrganisation }) {
  const { t, i18n } = useTranslation('organisation');
  const { agreement } = read.answer;
  const setting = useSetting<OwnText>(read, {
    name: 'agreement',
    read: ({ agreement: inForce }) => inForce && { text: inForce.text, language: inForce.language },
    changes: (own) => ({ agreement: own && { ...own, text: own.text.trim() } }),
  });
  const { value } = setting;
  // What stood there comes back to whoever looked at the other choice.
  const [typed, setTyped] = useState<NonNullable<OwnText>>(
    value ?? { text: '', language: i18n.language === 'it' ? 'it' : 'en' },
  );
  const change = (part: Partial<NonNullable<OwnText>>) => {
    setting.change({ ...(value ?? typed), ...part });
  };
  const isFaulty = value !== null && value.text.trim() === '';
  return (
    <>
      <SettingForm label={t('agreement.title')} setting={setting} isFaulty={isFaulty}>
        <Radio.Group
          aria-label={t('agreement.title')}
          value={value ? 'own' : 'standard'}
          onChange={(choice) => {
            if (value) setTyped(value);
            setting.change(choice === 'own' ? typed : null);
          }}
        >
          <div className={classes.options}>
            <Radio
              value="standard"
              label={t('agreement.standard')}
              description={t('agreement.standardHint')}
            />
            <Radio value="own" label={t('agreement.own')} description={t('agreement.ownHint')} />
          </div>
        </Radio.Group>
        {value && (
          <>
            <Textarea
              label={t('agreement.text')}
              autosize
              minRows={3}
              maxRows={14}
              maxLength={AGREEMENT_MAX}
              lang={value.language}
              dir="auto"
              value={value.text}
              error={isFaulty && setting.isChanged && t('agreement.missing')}
              onChange={(event) => change({ text: event.currentTarget.value })}
            />
            <NativeSelect
              className={classes.narrow ?? ''}
              label={t('agreement.language')}
              value={value.language}
              data={languages.map((language) => ({ value: language, label: t(`language.${language}`) }))}
              onChange={({ currentTarget }) =>
                change({ language: currentTarget.value === 'it' ? 'it' : 'en' })
              }
            />
          </>
        )}
      </SettingForm>
      {agreement && (
        <p className={classes.note}>
          {t('agreement.inForce', { version: agreement.version, moment: displayMoment(agreement.date) })}
        </p>
      )}
      <Versions />
    </>
  );
}

/** The versions so far: the log of downloads names them. */
function Versions() {
  const { t } = useTranslation('organisation');
  const query = useQuery(agreementsQuery);
  const [isOpen, setOpen] = useState(false);
  if (!query.data) return <PendingRows query={query} height_px={36} />;
  const { agreements } = query.data._embedded;
  if (agreements.length === 0) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        leftSection={
          isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />
        }
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('agreement.versions', { count: query.data.page.totalElements })}
      </Button>
      {isOpen && (
        <ol className={classes.versions}>
          {agreements.map(({ version, text, language, date }) => (
            <li key={version}>
              <p className={classes.who}>
                {t('agreement.version', { version, moment: displayMoment(date) })}
              </p>
              <p className={classes.versionText} lang={language} dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
