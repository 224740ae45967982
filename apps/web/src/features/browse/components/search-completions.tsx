import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useImperativeHandle, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { searchFieldName, standardSearchFields, YEAR_FIELD } from '@armarium/contract/search-grammar';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { searchedTemplates } from '../../../records/search-fields.ts';
import { completionsAt, type Completion, type NamedField } from '../search-completions.ts';
import classes from './search-box.module.css';

/** The text of the search box. Without a caret, nothing was typed since it was opened or the caret was moved. */
export interface TypedSearch {
  readonly text: string;
  readonly caret?: number | undefined;
  /** An option was taken, and the caret is to be set. */
  readonly isTaken?: true;
}

/** The ids of the list that is shown and of the option that the arrow keys chose. */
export interface ShownCompletions {
  readonly list: string;
  readonly active: string | undefined;
}

export interface CompletionKeys {
  /** @returns whether the list used the key */
  press(event: KeyboardEvent): boolean;
}

interface SearchCompletionsProps {
  typed: TypedSearch;
  onType(typed: TypedSearch): void;
  /** The list appears, changes or disappears. */
  onShown(shown: ShownCompletions | undefined): void;
  ref: Ref<CompletionKeys>;
}

/** The fields and values that the term at the caret may become, in a list under the search box (a combobox of WAI-ARIA). */
export function SearchCompletions({ typed, onType, onShown, ref }: SearchCompletionsProps) {
  const { t } = useTranslation('browse');
  const id = useId();
  const fields = useNamedFields();
  const [chosen, setChosen] = useState<{ of: TypedSearch; place: number }>();
  const [closed, setClosed] = useState<TypedSearch>();
  const { text, caret } = typed;
  const offered = caret === undefined || closed === typed ? [] : completionsAt(text, caret, fields);
  const place = chosen?.of === typed ? chosen.place : -1;
  const active = place < 0 ? undefined : `${id}${place}`;
  const isShown = offered.length > 0;
  useEffect(() => {
    onShown(isShown ? { list: id, active } : undefined);
    return () => onShown(undefined);
  }, [isShown, id, active, onShown]);

  const take = ({ search, caret }: Completion) => onType({ text: search, caret, isTaken: true });
  const move = (to: number) => setChosen({ of: typed, place: (to + offered.length) % offered.length });
  useImperativeHandle(ref, () => ({
    press({ key, nativeEvent, altKey, ctrlKey, metaKey, shiftKey }) {
      if (!isShown || nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return false;
      const option = offered[place];
      if (key === 'ArrowDown') move(place + 1);
      else if (key === 'ArrowUp') move(Math.max(place, 0) - 1);
      else if (key === 'Escape') setClosed(typed);
      else if (key === 'Enter' && option) take(option);
      else return false;
      return true;
    },
  }));

  if (!isShown) return null;
  return (
    <div id={id} role="listbox" aria-label={t('search.completions')} className={classes.completions}>
      {offered.map((option, index) => (
        <button
          key={option.text}
          type="button"
          tabIndex={-1}
          id={`${id}${index}`}
          role="option"
          aria-selected={index === place}
          ref={index === place ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
          className={classes.completion}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(option)}
        >
          <span dir="auto">{option.text}</span>
          {option.label !== undefined && (
            <span className={classes.of} dir="auto">
              {option.label}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** The standard fields by their names in the language of the page, then those of templates. */
function useNamedFields(): NamedField[] {
  const { t } = useTranslation(['browse', 'catalogue']);
  const templates = useQuery(itemTemplatesQuery);
  const standard = [...new Set(standardSearchFields.values())].map((field) => ({
    name: t(`search.names.${field}`),
    label: field === YEAR_FIELD ? t('search.year') : t(`catalogue:standardField.${field}`),
    values: [],
  }));
  const further = searchedTemplates(templates.data ?? []).map(({ name, label, type, enumValues }) => ({
    name: searchFieldName(name),
    label,
    values: type === 'BOOLEAN' ? ['true', 'false'] : enumValues,
  }));
  return [...standard, ...further.filter(({ name }) => !standardSearchFields.has(name))];
}
