import { savedSearchScopes, type SavedSearchScope } from '@armarium/contract/saved-searches';
import { Button, Group, Radio, Skeleton, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { NAME_MAX_CHARACTERS, NamedRow, waitingProps } from '../../../ui/named-row.tsx';
import { ofScope } from '../api/saved-searches.ts';
import { useSavedSearches, type SavedSearches, type SearchToSave } from './use-saved-searches.ts';
import rows from '../../../ui/named-row.module.css';
import classes from './saved-searches.module.css';

export interface SavedSearchesDialogProps {
  /** The search whose results are shown; undefined where there is none to save. */
  search: SearchToSave | undefined;
  /** Whether the user may save searches for everybody in the organisation. */
  mayShare: boolean;
  opened: boolean;
  onClose(): void;
}

/** The saved searches: this one under a name, others opened, renamed and deleted. */
export function SavedSearchesDialog({ search, mayShare, opened, onClose }: SavedSearchesDialogProps) {
  const { t } = useTranslation('savedSearches');
  const state = useSavedSearches(search);
  const { list, failure } = state;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size="lg">
      {search && <SaveForm {...{ state, mayShare }} />}
      {failure !== undefined && <FailureAlert title={t('failed')} text={describeProblem(failure)} />}
      <div role="status">
        {state.naming.saved && (
          <p className={classes.hint}>{t('saved', { name: state.naming.saved.name })}</p>
        )}
      </div>
      {list.data === undefined ? (
        list.error ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Skeleton height={88} />
        )
      ) : list.data.length === 0 ? (
        <p className={classes.hint}>{t('none')}</p>
      ) : (
        savedSearchScopes.map((scope) => <SearchList key={scope} {...{ scope, state, onClose }} />)
      )}
    </Dialog>
  );
}

function SaveForm({ state: { naming, isWorking }, mayShare }: { state: SavedSearches; mayShare: boolean }) {
  const { t } = useTranslation(['savedSearches', 'ui']);
  const { field, name, scope, fault, isReplacing, type, setScope, submit } = naming;
  return (
    <form noValidate className={classes.form} aria-label={t('save')} onSubmit={submit}>
      <TextInput
        ref={field}
        data-autofocus
        label={t('name')}
        description={t('nameText')}
        maxLength={NAME_MAX_CHARACTERS}
        value={name}
        error={fault && t(fault === 'missing' ? 'ui:named.missing' : 'full')}
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
  onClose(): void;
}

function SearchList({ scope, state: { searches, change }, onClose }: SearchListProps) {
  const { t } = useTranslation('savedSearches');
  const shown = ofScope(searches, scope);
  if (shown.length === 0) return null;
  const heading = t(`heading.${scope}`);
  return (
    <section aria-label={heading}>
      <h3 className={classes.part}>{heading}</h3>
      <ul className={rows.rows}>
        {shown.map(({ uuid, name, address, allowedActions }) => (
          <NamedRow key={uuid} id={uuid} name={name} change={change} mayChange={allowedActions.length > 0}>
            <Link className={classes.open} to={address} dir="auto" onClick={onClose}>
              {name}
            </Link>
          </NamedRow>
        ))}
      </ul>
    </section>
  );
}
