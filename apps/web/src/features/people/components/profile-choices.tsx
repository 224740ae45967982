import { colourSchemes, type ColourScheme, type Language } from '@armarium/contract/preferences';
import { SegmentedControl, Switch } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './profile.module.css';

/** What a person has chosen, and the ways to choose something else. */
export interface Choices {
  readonly language: Language;
  readonly colourScheme: ColourScheme;
  /** Whether mail comes when a long import has ended. */
  readonly importMail: boolean;
  chooseLanguage(language: Language): void;
  chooseColourScheme(scheme: ColourScheme): void;
  chooseImportMail(isWanted: boolean): void;
}

/** Language and colours. Each holds at once. */
export function ProfileChoices({ choices }: { choices: Choices }) {
  const { t } = useTranslation('profile');
  return (
    <div className={classes.choices}>
      <Labelled label={t('language')}>
        {(labelId) => (
          <SegmentedControl
            aria-labelledby={labelId}
            value={choices.language}
            data={[
              { value: 'en', label: <span lang="en">English</span> },
              { value: 'it', label: <span lang="it">Italiano</span> },
            ]}
            onChange={choices.chooseLanguage}
          />
        )}
      </Labelled>
      <Labelled label={t('colours')}>
        {(labelId) => (
          <SegmentedControl
            aria-labelledby={labelId}
            value={choices.colourScheme}
            data={colourSchemes.map((value) => ({ value, label: t(`scheme.${value}`) }))}
            onChange={choices.chooseColourScheme}
          />
        )}
      </Labelled>
    </div>
  );
}

function Labelled({ label, children }: { label: string; children(labelId: string): ReactNode }) {
  const id = useId();
  return (
    <div className={classes.choice}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      {children(id)}
    </div>
  );
}

/** Which mail the account gets. Each choice holds at once. */
export function ProfileMail({ choices, email }: { choices: Choices; email: string }) {
  const { t } = useTranslation('profile');
  return (
    <Switch
      label={t('importMail')}
      description={t(email === '' ? 'importMailNowhere' : 'importMailText', { email })}
      checked={choices.importMail}
      onChange={(event) => choices.chooseImportMail(event.currentTarget.checked)}
    />
  );
}
