import { accentOf, TEXT_CONTRAST_MIN } from '@armarium/contract/accent';
import { standardAccent } from '@armarium/contract/standard-accent';
import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { decimal } from '../../../ui/decimal.ts';
import type { ReadOrganisation } from '../api/organisation.ts';
import { SettingForm } from './setting-form.tsx';
import { useSetting } from './use-setting.ts';
import classes from './organisation.module.css';

const colourForm = /^#[0-9a-f]{6}$/i;

/** The accent, with what becomes of it where it could not be read. Null is the program's own. */
export function AccentSetting({ read }: { read: ReadOrganisation }) {
  const { t } = useTranslation('organisation');
  const setting = useSetting<string | null>(read, {
    name: 'accent',
    read: ({ accent }) => accent,
    changes: (accent) => ({ accent: accent && accent.trim() }),
  });
  const { value } = setting;
  const typed = (value ?? '').trim().toLowerCase();
  const field = useRef<HTMLInputElement>(null);
  const isFaulty = value !== null && !colourForm.test(typed);
  return (
    <SettingForm label={t('accent.title')} setting={setting} isFaulty={isFaulty}>
      <div className={classes.line}>
        <input
          type="color"
          className={classes.colour}
          aria-label={t('accent.choose')}
          value={isFaulty || value === null ? standardAccent[7] : typed}
          onChange={(event) => setting.change(event.currentTarget.value)}
        />
        <TextInput
          ref={field}
          label={t('accent.label')}
          placeholder={standardAccent[7]}
          value={value ?? ''}
          maxLength={20}
          spellCheck={false}
          autoComplete="off"
          error={isFaulty && t('accent.fault')}
          onChange={({ currentTarget: { value: text } }) => {
            if (text.trim() === '') setting.change(null);
            else setting.change(/^[0-9a-f]{6}$/i.test(text.trim()) ? `#${text.trim()}` : text);
          }}
        />
        {value !== null && (
          <Button
            variant="subtle"
            onClick={() => {
              setting.change(null);
              // This button is gone then.
              field.current?.focus();
            }}
          >
            {t('accent.standard')}
          </Button>
        )}
      </div>
      {!isFaulty && <Effect colour={value === null ? undefined : typed} />}
    </SettingForm>
  );
}

/** How the accent looks on light and on dark pages, and its contrast. */
function Effect({ colour }: { colour: string | undefined }) {
  const { t, i18n } = useTranslation('organisation');
  const chosen = colour === undefined ? undefined : accentOf(colour);
  const shades: readonly string[] = chosen?.shades ?? standardAccent;
  const ratio = (contrast: number) => `${decimal(Math.floor(contrast * 10) / 10, i18n.language)}:1`;
  const words =
    chosen &&
    (chosen.used === colour
      ? t('accent.readable', { contrast: ratio(chosen.contrast) })
      : t(chosen.contrast < TEXT_CONTRAST_MIN ? 'accent.tooLight' : 'accent.tooDark', {
          contrast: ratio(chosen.contrast),
          least: ratio(TEXT_CONTRAST_MIN),
          used: chosen.used,
          usedContrast: ratio(chosen.usedContrast),
        }));
  return (
    <>
      <p className={classes.contrast} role="status">
        {words ?? t('accent.isStandard')}
      </p>
      <div className={classes.samples}>
        <Sample name={t('accent.light')} page="#fdfcfa" filled={shades[7]} link={shades[7]} />
        <Sample name={t('accent.dark')} page="#1c1a18" filled={shades[6]} link={shades[4]} />
      </div>
    </>
  );
}

interface SampleProps {
  name: string;
  /** The colours of what is shown, whatever the colours of this page are. */
  page: string;
  filled: string | undefined;
  link: string | undefined;
}

function Sample({ name, page, filled, link }: SampleProps) {
  const { t } = useTranslation('organisation');
  return (
    <div role="img" aria-label={name} className={classes.sample} style={{ background: page }}>
      <span className={classes.sampleButton} style={{ background: filled, color: '#ffffff' }}>
        {t('accent.sampleButton')}
      </span>
      <span style={{ color: link, textDecoration: 'underline' }}>{t('accent.sampleLink')}</span>
    </div>
  );
}
