import { useId, useImperativeHandle, useLayoutEffect, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useSuggestions, type Offering, type SuggestionGroup, type TypedSearch } from './use-suggestions.ts';
import classes from './search-box.module.css';

/** The ids of the list that is shown and of the option that the arrow keys chose. */
export interface ShownSuggestions {
  readonly list: string;
  readonly active: string | undefined;
}

export interface SuggestionKeys {
  /** @returns whether the list used the key */
  press(event: KeyboardEvent): boolean;
}

interface SearchSuggestionsProps extends Offering {
  /** The list appears, changes or disappears. */
  onShown(shown: ShownSuggestions | undefined): void;
  ref: Ref<SuggestionKeys>;
}

/**
 * What the text in the search box may become and find, in a list under it (a combobox of WAI-ARIA): fields and values
 * for the term at the caret, words of the catalogue with which it is searched at once, items, collections, and searches
 * that were saved or made before. Where nothing is typed, only these.
 */
export function SearchSuggestions({ onShown, ref, ...props }: SearchSuggestionsProps) {
  const { t } = useTranslation('browse');
  const { typed } = props;
  const id = useId();
  const [chosen, setChosen] = useState<{ of: TypedSearch; key: string }>();
  const [closed, setClosed] = useState<TypedSearch>();
  const groups = useSuggestions(props);
  const offered = closed === typed ? [] : groups.flatMap(({ suggestions }) => suggestions);
  const place = chosen?.of === typed ? offered.findIndex(({ key }) => key === chosen.key) : -1;
  const active = place < 0 ? undefined : `${id}${place}`;
  const isShown = offered.length > 0;
  // Before the list is drawn, so that the input names the option that is shown as chosen.
  useLayoutEffect(() => {
    onShown(isShown ? { list: id, active } : undefined);
    return () => onShown(undefined);
  }, [isShown, id, active, onShown]);

  const move = (to: number) => {
    const option = offered[(to + offered.length) % offered.length];
    if (option) setChosen({ of: typed, key: option.key });
  };
  useImperativeHandle(ref, () => ({
    press({ key, nativeEvent, altKey, ctrlKey, metaKey, shiftKey }) {
      if (!isShown || nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return false;
      const option = offered[place];
      if (key === 'ArrowDown') move(place + 1);
      // The last one may delete something: it is reached from above alone.
      else if (key === 'ArrowUp')
        move(place > 0 ? place - 1 : offered.findLastIndex(({ isAction }) => !isAction));
      // Where nothing is typed, there is nothing to come back to: the field is left.
      else if (key === 'Escape' && typed.text !== '') setClosed(typed);
      else if (key === 'Enter' && option) option.take();
      else return false;
      return true;
    },
  }));

  if (!isShown) return null;
  return (
    <div id={id} role="listbox" aria-label={t('search.suggestions')} className={classes.suggestions}>
      {groups.map(({ name, suggestions }) => (
        <div key={name} role="group" aria-label={t(`search.suggested.${name}`)} className={classes.group}>
          {headed.has(name) && (
            <div aria-hidden className={classes.heading}>
              {t(`search.suggested.${name}`)}
            </div>
          )}
          {suggestions.map((option) => {
            const index = offered.indexOf(option);
            return (
              <button
                key={option.key}
                type="button"
                tabIndex={-1}
                id={`${id}${index}`}
                role="option"
                aria-selected={index === place}
                ref={index === place ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
                className={classes.suggestion}
                data-tall={option.isTall}
                data-action={option.isAction}
                // The input keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => option.take()}
              >
                <span dir="auto">{option.text}</span>
                {option.of !== undefined && (
                  <span className={classes.of} dir="auto">
                    {option.of}
                  </span>
                )}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** The groups with a heading. Suggestions of the others continue the text that is typed. */
const headed: ReadonlySet<SuggestionGroup['name']> = new Set(['recent', 'saved', 'records', 'collections']);
