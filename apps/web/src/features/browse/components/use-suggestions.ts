import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '@armarium/contract/folded-text';
import type { SavedSearch } from '@armarium/contract/saved-searches';
import { searchFieldName, standardSearchFields, YEAR_FIELD } from '@armarium/contract/search-grammar';
import { hasWords } from '@armarium/contract/search-words';
import type { Suggestions } from '@armarium/contract/suggestions';
import { titleOf } from '../../../ui/display-title.ts';
import { collectionQuery } from '../../../records/api/collection.ts';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { useSearchFieldChoice } from '../../../records/components/search-field-choice.ts';
import { labelOf } from '../../../records/label.ts';
import { searchedTemplates } from '../../../records/search-fields.ts';
import type { SearchField } from '../../../records/search-address.ts';
import { savedSearchesQuery } from '../../saved-searches/api/saved-searches.ts';
import { suggestionsQuery } from '../api/suggestions.ts';
import { completionsAt, completedWord, type NamedField } from '../search-completions.ts';
import { forgetSearches, isSameSearch, recentSearches, type RecentSearch } from '../recent-searches.ts';

/** Nobody reads what is suggested between two letters. */
const PAUSE_ms = 150;
const TEXT_MIN = 2;
/** Of what the server suggests, as much as can be looked over while typing. */
const SHOWN = { words: 6, records: 5, collections: 3, savedSearches: 5, recent: 3 } as const;
/** The same for a field in which nothing is typed. */
const SHOWN_FIRST = { savedSearches: 8, recent: 8 } as const;

/** The text of the search box. Without a caret, nothing was typed since it was opened or the caret was moved. */
export interface TypedSearch {
  readonly text: string;
  readonly caret?: number | undefined;
  /** An option was taken, and the caret is to be set. */
  readonly isTaken?: true;
}

/** The text in the search box and where it is typed, and the calls by which a suggestion is taken. */
export interface Offering {
  accountId: string | undefined;
  typed: TypedSearch;
  findBy: SearchField | undefined;
  onType(typed: TypedSearch): void;
  onSearch(search: RecentSearch): void;
  /** The collection that the page shows, or whose results it shows; undefined for all of the catalogue. */
  hereUuid: string | undefined;
  /** Goes to the page of a record, or to the results of a saved search. */
  onGo(address: string): void;
}

interface Suggestion {
  readonly key: string;
  readonly text: string;
  /** What it is, or what tells it from others, beside it. */
  readonly of?: string | undefined;
  /** Whether that stands below it. */
  readonly isTall?: true;
  /** Whether it does something else than to search or to go somewhere. */
  readonly isAction?: true;
  take(): void;
}

export interface SuggestionGroup {
  readonly name: 'completions' | 'here' | 'words' | 'recent' | 'saved' | 'records' | 'collections';
  readonly suggestions: readonly Suggestion[];
}

/** What is suggested, without empty groups. */
export function useSuggestions(offering: Offering): SuggestionGroup[] {
  const found = useFound(offering);
  const earlier = useEarlierSearches(offering, found?.answer.savedSearches);
  const typed = useCompletions(offering);
  const { words, here, records, collections } = useFoundSuggestions(offering, found);
  const groups =
    offering.typed.text.trim() === ''
      ? [earlier.recent, earlier.saved]
      : [typed, words, earlier.recent, here, earlier.saved, records, collections];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}

interface Found {
  readonly answer: Suggestions;
  /** Whether it belongs to the whole text as it is now, at whose end the caret is. */
  readonly fits: boolean;
}

/** What the server suggests; undefined where it is not asked or has not answered. */
function useFound({ typed: { text, caret = 0 }, findBy }: Offering): Found | undefined {
  const [asked] = useDebouncedValue(text.trimStart(), PAUSE_ms);
  // A field whose value is still to be typed finds nothing.
  const isEnough = asked.trim().length >= TEXT_MIN && !asked.endsWith(':');
  const { data, isPlaceholderData } = useQuery({ ...suggestionsQuery(asked, findBy), enabled: isEnough });
  if (!isEnough || !data) return undefined;
  // Words belong to the end of the text for which they were asked.
  return { answer: data, fits: !isPlaceholderData && asked === text.trimStart() && caret === text.length };
}

/** The searches that the user made before and those that are saved; all of them where nothing is typed. */
function useEarlierSearches(
  { accountId, typed: { text }, findBy, onSearch, onGo }: Offering,
  found: readonly SavedSearch[] | undefined,
): Record<'recent' | 'saved', SuggestionGroup> {
  const { t } = useTranslation(['browse', 'savedSearches']);
  const isFirst = text.trim() === '';
  const [recent, setRecent] = useState(() => (accountId === undefined ? [] : recentSearches(accountId)));
  const fields = useSearchFieldChoice(recent.some(({ findBy }) => findBy?.startsWith('field:')));
  const saved = useQuery({ ...savedSearchesQuery, enabled: isFirst }).data;
  const typed = fold(text);
  const offered = isFirst
    ? recent.slice(0, SHOWN_FIRST.recent)
    : recent
        .filter((one) => !isSameSearch(one, { text: text.trim(), findBy }) && hasWords(fold(one.text), typed))
        .slice(0, SHOWN.recent);
  const shown = isFirst
    ? (saved ?? []).slice(0, SHOWN_FIRST.savedSearches)
    : (found ?? []).slice(0, SHOWN.savedSearches);
  const suggestions: Suggestion[] = offered.map((search) => ({
    key: `recent ${search.text} ${search.findBy} ${search.below?.uuid}`,
    text: search.text,
    of:
      [
        fields.find(({ field }) => field === search.findBy)?.label,
        search.below && t('results.below', { title: search.below.title }),
      ]
        .filter(Boolean)
        .join(' · ') || undefined,
    take: () => onSearch(search),
  }));
  if (isFirst && accountId !== undefined && suggestions.length > 0) {
    const take = () => {
      forgetSearches(accountId);
      setRecent([]);
    };
    suggestions.push({ key: 'forget', text: t('search.forget'), take, isAction: true });
  }
  return {
    recent: { name: 'recent', suggestions },
    saved: {
      name: 'saved',
      suggestions: shown.map(({ uuid, name, scope, address }) => ({
        key: uuid,
        text: name,
        of: scope === 'organisation' ? t('savedSearches:shared') : undefined,
        take: () => onGo(address),
      })),
    },
  };
}

/** Fields and values for the term at the caret. */
function useCompletions({ typed: { text, caret = 0 }, onType }: Offering): SuggestionGroup {
  const fields = useNamedFields();
  return {
    name: 'completions',
    suggestions: completionsAt(text, caret, fields).map(({ text: shown, label, search, caret: end }) => ({
      key: shown,
      text: shown,
      of: label,
      take: () => onType({ text: search, caret: end, isTaken: true }),
    })),
  };
}

/** What the text finds, or finds when it is completed. */
function useFoundSuggestions(
  { typed: { text }, findBy, hereUuid, onSearch, onGo }: Offering,
  found: Found | undefined,
): Record<'words' | 'here' | 'records' | 'collections', SuggestionGroup> {
  const { t } = useTranslation(['catalogue', 'browse']);
  const here = useQuery({ ...collectionQuery(hereUuid), enabled: hereUuid !== undefined }).data;
  const { words = [], records = [], collections = [] } = found?.answer ?? {};
  return {
    words: {
      name: 'words',
      suggestions: (found?.fits ? words : []).slice(0, SHOWN.words).map((word) => {
        const completed = completedWord(text, word);
        return { key: `word ${word}`, text: completed, take: () => onSearch({ text: completed, findBy }) };
      }),
    },
    here: {
      name: 'here',
      suggestions:
        hereUuid === undefined || !here
          ? []
          : [
              {
                key: 'here',
                text: text.trim(),
                of: t('browse:search.here'),
                take: () =>
                  onSearch({ text, findBy, below: { uuid: hereUuid, title: titleOf(here, t('untitled')) } }),
              },
            ],
    },
    records: {
      name: 'records',
      suggestions: records.slice(0, SHOWN.records).map(({ uuid, sgtt, autn, pressmark, parentUuid }) => ({
        key: uuid,
        text: titleOf({ sgtt, label: pressmark }, t('untitled')),
        of: [pressmark, autn].filter(Boolean).join(' · ') || undefined,
        isTall: true,
        take: () => onGo(`/catalog/${parentUuid}/cultural-item/${uuid}`),
      })),
    },
    collections: {
      name: 'collections',
      suggestions: collections.slice(0, SHOWN.collections).map(({ uuid, sgtt }) => ({
        key: uuid,
        text: titleOf({ sgtt, label: '' }, t('untitled')),
        take: () => onGo(`/catalog/${uuid}`),
      })),
    },
  };
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
  const further = searchedTemplates(templates.data ?? []).map((field) => ({
    name: searchFieldName(field.name),
    label: labelOf(field),
    values: field.type === 'BOOLEAN' ? ['true', 'false'] : field.enumValues,
  }));
  return [...standard, ...further.filter(({ name }) => !standardSearchFields.has(name))];
}
