import { languages } from '@armarium/contract/preferences';
import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { currentLanguage, type Language } from '../lib/i18n.ts';
import classes from './language-labels.module.css';

/** The name of a language, in the language of the page. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames(currentLanguage(), { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

interface LanguageLabelsProps {
  /** What folds them out. */
  title: string;
  /** What is shown where a language has no label. */
  note: string;
  /** The label for all languages. */
  placeholder: string;
  maxLength?: number | undefined;
  labels: Readonly<Record<Language, string>>;
  onChange(labels: Record<Language, string>): void;
}

/** The label in each language, folded away where there is none. */
export function LanguageLabels({
  title,
  note,
  placeholder,
  maxLength,
  labels,
  onChange,
}: LanguageLabelsProps) {
  const [opened, setOpened] = useState(languages.some((language) => labels[language] !== ''));
  const id = useId();
  const Icon = opened ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <Icon size={18} aria-hidden />
        {title}
      </button>
      <div id={id} hidden={!opened}>
        <div className={classes.labels}>
          {languages.map((language) => (
            <TextInput
              key={language}
              label={languageName(language)}
              lang={language}
              placeholder={placeholder}
              autoComplete="off"
              dir="auto"
              maxLength={maxLength}
              value={labels[language]}
              onChange={(event) => onChange({ ...labels, [language]: event.currentTarget.value })}
            />
          ))}
        </div>
        <p className={classes.note}>{note}</p>
      </div>
    </div>
  );
}
