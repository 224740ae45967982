import { IconSearch } from '@tabler/icons-react';
import {
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useLetterKey } from '../../../ui/letter-keys.ts';
import { useSearchFieldChoice } from '../../../records/components/search-field-choice.ts';
import { fieldFrom, resultsAddress, type SearchField } from '../../../records/search-address.ts';
import { keepSearch, type RecentSearch } from '../recent-searches.ts';
import { SearchSuggestions } from './lazy-parts.ts';
import type { ShownSuggestions, SuggestionKeys } from './search-suggestions.tsx';
import type { TypedSearch } from './use-suggestions.ts';
import classes from './search-box.module.css';

const CLOSE_AFTER_BLUR_ms = 150;

/**
 * The header's search: a button, or a field with a choice of where to look while it has the focus (catalogue §2 and
 * §9). `/` goes to it from anywhere on the page.
 * @param accountId whose last searches are offered; undefined while it isn't known
 */
export function SearchBox({ accountId }: { accountId: string | undefined }) {
  const { t } = useTranslation('catalogue');
  const { pathname, search } = useLocation();
  const shown = /^\/catalog\/results(\/|$)/.test(pathname) ? new URLSearchParams(search) : undefined;
  const term = shown?.get('searchTerm') ?? '';
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (opened) input.current?.select();
  }, [opened]);
  useLetterKey('/', () => {
    setOpened(true);
    // It may still be there, about to be closed.
    input.current?.focus();
    input.current?.select();
  });

  if (!opened) {
    return (
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-keyshortcuts="/"
        title={t('search')}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <span className={classes.label} dir="auto">
          {term || t('search')}
        </span>
        <kbd className={classes.key} aria-hidden>
          /
        </kbd>
      </button>
    );
  }
  return (
    <SearchForm
      {...{ accountId, input, shown }}
      onClose={() => setOpened(false)}
      onLeave={() => {
        setOpened(false);
        // The button is drawn only after this.
        setTimeout(() => button.current?.focus());
      }}
    />
  );
}

interface SearchFormProps {
  accountId: string | undefined;
  input: RefObject<HTMLInputElement | null>;
  /** The search whose results the page shows. */
  shown: URLSearchParams | undefined;
  /** The focus has left the form. */
  onClose(): void;
  /** The user leaves the form by the Escape key. */
  onLeave(): void;
}

function SearchForm({ accountId, input, shown, onClose, onLeave }: SearchFormProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const term = shown?.get('searchTerm') ?? '';
  const field = fieldFrom(shown?.get('findBy') ?? null);
  const [typed, setTyped] = useState<TypedSearch>({ text: term });
  const [hasTyped, setHasTyped] = useState(false);
  const [findBy, setFindBy] = useState(field);
  // The form may open while the page is on its way to another search. What the user hasn't changed follows the page.
  // A text that was typed may be equal to the page's last one and is the user's all the same: an emptied field, say.
  const [before, setBefore] = useState({ term, field });
  if (before.term !== term || before.field !== field) {
    setBefore({ term, field });
    if (!hasTyped) setTyped({ text: term });
    if (findBy === before.field) setFindBy(field);
  }
  const type = (next: TypedSearch) => {
    setTyped(next);
    setHasTyped(true);
  };
  const [suggestions, setSuggestions] = useState<ShownSuggestions>();
  const keys = useRef<SuggestionKeys>(null);
  useLayoutEffect(() => {
    const { isTaken, caret } = typed;
    if (isTaken && caret !== undefined) input.current?.setSelectionRange(caret, caret);
  }, [input, typed]);
  const leaveFor = (address: string, state?: unknown) => {
    void navigate(address, { state });
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  const searchFor = (search: RecentSearch) => {
    type({ text: search.text });
    setFindBy(search.findBy);
    if (accountId !== undefined) keepSearch(accountId, search);
    leaveFor(resultsAddress(search.text.trim(), search.findBy, search.below?.uuid), {
      // Back leads to the collection where the search began at one (SEARCH-09).
      fromCollection: /^\/catalog(\/[^/]+)?$/.test(pathname) && shown === undefined,
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    searchFor({ text: typed.text, findBy });
  };

  return (
    <form
      role="search"
      aria-label={t('search.label')}
      className={classes.form}
      onSubmit={submit}
      onFocus={() => clearTimeout(timer.current)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        timer.current = setTimeout(onClose, CLOSE_AFTER_BLUR_ms);
      }}
      onKeyDown={(event) => event.key === 'Escape' && !event.isDefaultPrevented() && onLeave()}
    >
      <input
        ref={input}
        className={classes.input}
        type="search"
        name="searchTerm"
        aria-label={t('search.term')}
        placeholder={t('search.placeholder')}
        value={typed.text}
        onChange={({ currentTarget: { value, selectionStart } }) =>
          type({ text: value, caret: selectionStart ?? undefined })
        }
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
          if (typed.caret === undefined) return;
          if (selectionStart !== typed.caret || selectionEnd !== typed.caret) setTyped({ text: typed.text });
        }}
        onKeyDown={(event) => {
          if (keys.current?.press(event)) event.preventDefault();
        }}
        // An empty field offers what was searched for before.
        onFocus={() => typed.text === '' && setTyped({ text: '', caret: 0 })}
        onBlur={() => setTyped(({ text }) => ({ text }))}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={suggestions !== undefined}
        aria-controls={suggestions?.list}
        aria-activedescendant={suggestions?.active}
        autoComplete="off"
        enterKeyHint="search"
      />
      <FieldSelect value={findBy} onChange={setFindBy} />
      {typed.caret !== undefined && (
        <Suspense fallback={null}>
          <SearchSuggestions
            ref={keys}
            {...{ accountId, typed, findBy }}
            onType={type}
            onSearch={searchFor}
            hereUuid={/^\/catalog\/(?:results\/)?([\da-f]{8}-[\da-f-]{27})$/.exec(pathname)?.[1]}
            onGo={leaveFor}
            onShown={setSuggestions}
          />
        </Suspense>
      )}
      <button type="submit" className={classes.submit} aria-label={t('catalogue:search')}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
      </button>
    </form>
  );
}

interface FieldSelectProps {
  value: SearchField | undefined;
  onChange(field: SearchField | undefined): void;
}

/** The choice of the field in which the search looks. */
function FieldSelect({ value, onChange }: FieldSelectProps) {
  const { t } = useTranslation('browse');
  const choice = useSearchFieldChoice(true);
  return (
    <select
      className={classes.field}
      name="findBy"
      aria-label={t('search.in')}
      value={choice.some(({ field }) => field === value) ? value : ''}
      onChange={(event) => onChange(fieldFrom(event.currentTarget.value))}
    >
      <option value="">{t('search.everywhere')}</option>
      {choice.map(({ field, label }) => (
        <option key={field} value={field}>
          {label}
        </option>
      ))}
    </select>
  );
}
