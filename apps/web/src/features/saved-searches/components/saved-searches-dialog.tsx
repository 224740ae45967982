import {
  SAVED_SEARCH_NAME_MAX_CHARACTERS,
  SAVED_SEARCHES_MAX,
  savedSearchScopes,
  type SavedSearchScope,
} from '@armarium/contract/saved-searches';
import { Button, Group, Radio, Skeleton, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { isForNewTab } from '../../../ui/new-tab.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { NamedRow } from '../../../ui/named-row.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { ofScope } from '../api/saved-searches.ts';
import { useSavedSearches, type SavedSearches, type SearchToSave } from './use-saved-searches.ts';
import rows from '../../../ui/named-row.module.css';
import classes from './saved-searches.module.css';

interface SavedSearchesDialogProps {
  /** The search whose results are shown; undefined where there is none to save. */
  search: SearchToSave | undefined;
  opened: boolean;
  onClose(): void;
  /** A saved search is opened in place of the page. */
  onGo(): void;
}

/** The saved searches: this one under a name, others opened, renamed and deleted. */
export function SavedSearchesDialog({ search, opened, onClose, onGo }: SavedSearchesDialogProps) {
  const { t } = useTranslation('savedSearches');
  const state = useSavedSearches(search);
  const { list, failure } = state;
  const leaveBy = (close: () => void) => {
    state.leave();
    close();
  };
  return (
    <Dialog opened={opened} onClose={() => leaveBy(onClose)} title={t('title')} size="lg">
      {search && <SaveForm {...{ state }} mayShare={search.mayShare} />}
      {failure !== undefined && <FailureAlert title={t('failed')} text={describeProblem(failure)} />}
      {list.data === undefined ? (
        list.error ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Skeleton height={88} aria-busy />
        )
      ) : list.data.length === 0 ? (
        <p className={classes.hint}>{t('none')}</p>
      ) : (
        savedSearchScopes.map((scope) => (
          <SearchList key={scope} {...{ scope, state }} onGo={() => leaveBy(onGo)} />
        ))
      )}
    </Dialog>
  );
}

function SaveForm({ state: { naming, isWorking }, mayShare }: { state: SavedSearches; mayShare: boolean }) {
  const { t } = useTranslation(['savedSearches', 'ui']);
  const { text, scope, fault, isReplacing, type, setScope, submit } = naming;
  return (
    <form noValidate className={classes.form} aria-label={t('save')} onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('name')}
        description={t('nameText')}
        maxLength={SAVED_SEARCH_NAME_MAX_CHARACTERS}
        value={text}
        error={
          fault &&
          (fault === 'missing' ? t('ui:named.missing') : t(`full.${scope}`, { max: SAVED_SEARCHES_MAX }))
        }
        onChange={(event) => type(event.currentTarget.value)}
      />
      {mayShare && (
        <Radio.Group label={t('for')} value={scope} onChange={(value) => setScope(value)} mt="sm">
          <Group mt={6} gap="lg">
            {savedSearchScopes.map((one) => (
              <Radio key={one} value={one} label={t(`scope.${one}`)} />
            ))}
          </Group>
        </Radio.Group>
      )}
      <Group justify="flex-end" mt="sm">
        <Button type="submit" {...waitingProps(isWorking)}>
          {t(isReplacing ? 'replace' : 'save')}
        </Button>
      </Group>
    </form>
  );
}

interface SearchListProps {
  scope: SavedSearchScope;
  state: SavedSearches;
  onGo(): void;
}

function SearchList({ scope, state: { searches, change }, onGo }: SearchListProps) {
  const { t } = useTranslation('savedSearches');
  const shown = ofScope(searches, scope);
  if (shown.length === 0) return null;
  const heading = t(`heading.${scope}`);
  return (
    <section aria-label={heading}>
      <h3 className={classes.part}>{heading}</h3>
      <ul className={rows.rows}>
        {shown.map(({ uuid, name, address, allowedActions }) => (
          <NamedRow
            key={uuid}
            id={uuid}
            name={name}
            maxCharacters={SAVED_SEARCH_NAME_MAX_CHARACTERS}
            change={change}
            mayChange={allowedActions.length > 0}
          >
            <Link
              className={classes.open}
              to={address}
              dir="auto"
              onClick={(event) => !isForNewTab(event) && onGo()}
            >
              {name}
            </Link>
          </NamedRow>
        ))}
      </ul>
    </section>
  );
}
