import { userRights, type UserRights } from '@armarium/contract/capability';
import { DISPLAY_NAME_MAX } from '@armarium/contract/organisation';
import { languages, type Language } from '@armarium/contract/preferences';
import { NativeSelect, Radio, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isProblem } from '../../../lib/api-problem.ts';
import type { ReadOrganisation } from '../api/organisation.ts';
import { SettingForm } from './setting-form.tsx';
import { useSetting } from './use-setting.ts';
import classes from './organisation.module.css';

/** The name that people read. */
export function NameSetting({ read }: { read: ReadOrganisation }) {
  const { t } = useTranslation('organisation');
  const setting = useSetting(read, {
    name: 'name',
    read: ({ displayName }) => displayName,
    changes: (displayName) => ({ displayName }),
  });
  return (
    <SettingForm label={t('name.label')} setting={setting}>
      <TextInput
        label={t('name.label')}
        description={t('name.hint', { name: read.answer.name })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={DISPLAY_NAME_MAX}
        placeholder={read.answer.name}
        dir="auto"
        value={setting.value}
        onChange={(event) => setting.change(event.currentTarget.value)}
      />
    </SettingForm>
  );
}

/** The language of people who chose none. */
export function LanguageSetting({ read }: { read: ReadOrganisation }) {
  const { t } = useTranslation('organisation');
  const setting = useSetting<Language | null>(read, {
    name: 'language',
    read: ({ language }) => language,
    changes: (language) => ({ language }),
  });
  return (
    <SettingForm label={t('language.title')} setting={setting}>
      <NativeSelect
        className={classes.narrow ?? ''}
        label={t('language.label')}
        description={t('language.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={setting.value ?? ''}
        data={[
          { value: '', label: t('language.none') },
          ...languages.map((value) => ({ value, label: t(`language.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          setting.change(languages.find((language) => language === value) ?? null)
        }
      />
    </SettingForm>
  );
}

/** What ROLE_USER may change. */
export function RightsSetting({ read }: { read: ReadOrganisation }) {
  const { t } = useTranslation('organisation');
  const setting = useSetting<UserRights>(read, {
    name: 'rights',
    read: ({ userRights: rights }) => rights,
    changes: (rights) => ({ userRights: rights }),
  });
  return (
    <SettingForm label={t('rights.title')} setting={setting}>
      <Radio.Group
        aria-label={t('rights.title')}
        value={setting.value}
        onChange={(value) => setting.change(userRights.find((rights) => rights === value) ?? 'all')}
      >
        <div className={classes.options}>
          {userRights.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`rights.${value}`)}
              description={t(`rights.${value}Hint`)}
            />
          ))}
        </div>
      </Radio.Group>
    </SettingForm>
  );
}

/** Whether those who administer the organisation need a second factor. */
export function SecondFactorSetting({ read }: { read: ReadOrganisation }) {
  const { t } = useTranslation('organisation');
  const setting = useSetting(read, {
    name: 'second-factor',
    read: ({ demandSecondFactor }) => demandSecondFactor,
    changes: (demandSecondFactor) => ({ demandSecondFactor }),
  });
  return (
    <SettingForm
      label={t('secondFactor.title')}
      setting={setting}
      // Only somebody who has one may demand it.
      wayOut={
        isProblem(setting.failure, 'own-second-factor') && (
          <Link to="/management/self">{t('secondFactor.toProfile')}</Link>
        )
      }
    >
      <Switch
        label={t('secondFactor.label')}
        description={t('secondFactor.hint')}
        checked={setting.value}
        onChange={(event) => setting.change(event.currentTarget.checked)}
      />
    </SettingForm>
  );
}
