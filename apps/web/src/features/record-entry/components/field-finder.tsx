import { fold } from '@armarium/contract/folded-text';
import type { Template } from '@armarium/contract/templates';
import { Select, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../records/label.ts';
import classes from './field-groups.module.css';

interface FieldFinderProps {
  templates: readonly Template[];
  onFind(name: string): void;
  ref: Ref<HTMLInputElement>;
}

/** The fields whose label has the typed text, those that begin with it first. */
function labelled(options: readonly ComboboxItem[], search: string): ComboboxItem[] {
  const text = fold(search);
  const labels = options.map((option) => ({ option, label: fold(option.label) }));
  const found = labels.filter(({ label }) => label.includes(text));
  return found
    .sort((one, other) => Number(other.label.startsWith(text)) - Number(one.label.startsWith(text)))
    .map(({ option }) => option);
}

const byLabel: OptionsFilter = ({ options, search }) => labelled(options as ComboboxItem[], search);

/** Leads to a field of a long form by its name. */
export function FieldFinder({ templates, onFind, ref }: FieldFinderProps) {
  const { t } = useTranslation('editing');
  const fields = templates.map((template) => ({ value: template.name, label: labelOf(template) }));
  return (
    <Select
      ref={ref}
      className={classes.finder ?? ''}
      aria-label={t('finder.label')}
      placeholder={t('finder.label')}
      aria-keyshortcuts="Alt+G"
      leftSection={<IconSearch size={16} />}
      rightSection={<kbd className={classes.key}>Alt G</kbd>}
      rightSectionWidth={60}
      openOnFocus={false}
      comboboxProps={{ keepMounted: false }}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage={t('finder.nothing')}
      data={fields}
      filter={byLabel}
      value={null}
      onChange={(name) => {
        if (name !== null) onFind(name);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // It would send the form.
        event.preventDefault();
        // Who types fast presses it before the list is there.
        const { value } = event.currentTarget;
        const [first] = value.trim() === '' ? [] : labelled(fields, value);
        if (first) onFind(first.value);
      }}
    />
  );
}
