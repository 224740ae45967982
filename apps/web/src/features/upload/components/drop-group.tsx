import type { Item } from '@armarium/contract/items';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import type { GroupEntry } from '../state/drop-entries.ts';
import { formatSize } from '../../../lib/file-size.ts';
import classes from './drop-dialog.module.css';

export type GroupProblem = 'needsPressmark' | 'needsTitle' | 'twice' | 'anothers' | 'unknown' | 'ambiguous';

interface Circumstances {
  twice: boolean;
  failed: boolean;
  /** The item is given, not found by the pressmark. */
  isGiven: boolean;
  /** Pressmarks of items of which none is surely meant. */
  alike: readonly string[];
}

/** What hinders a group. @param holder the item that has the pressmark; null where it is free */
export function problemOf(
  { pressmark, title }: GroupEntry,
  holder: Item | null | undefined,
  { twice, failed, isGiven, alike }: Circumstances,
): GroupProblem | undefined {
  if (holder && !holder.allowedActions.includes('upload')) return 'anothers';
  if (isGiven) return undefined;
  if (pressmark.trim() === '') return 'needsPressmark';
  if (twice) return 'twice';
  if (failed) return 'unknown';
  if (alike.length > 0) return 'ambiguous';
  return holder === null && title.trim() === '' ? 'needsTitle' : undefined;
}

interface DropGroupProps {
  group: GroupEntry;
  holder: Item | null | undefined;
  alike: readonly string[];
  failed: boolean;
  problem: GroupProblem | undefined;
  isGiven: boolean;
  onChange(group: GroupEntry): void;
  onLookAgain(pressmark: string): void;
}

/** One item to be: its name, where it goes, and its files. Drawn anew only when it changes: there may be hundreds. */
export const DropGroup = memo(function DropGroup(props: DropGroupProps) {
  const { group, problem, isGiven } = props;
  const { t, i18n } = useTranslation('dropping');
  const { pressmark, files, gaps, doubles } = group;
  const [isOpen, setOpen] = useState(isGiven);
  const name = pressmark || t('unnumbered');
  const size_bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <li className={classes.group}>
      {!isGiven && <GroupFields {...props} name={name} />}
      {problem === 'anothers' && <p className={classes.warning}>{t('anothers')}</p>}
      {gaps !== '' && <p className={classes.warning}>{t('gaps', { numbers: gaps })}</p>}
      {doubles !== '' && <p className={classes.warning}>{t('doubles', { numbers: doubles })}</p>}
      <details
        className={classes.files}
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary aria-label={t('show', { name })}>
          {t('files', { count: files.length, size: formatSize(size_bytes, i18n.language) })}
        </summary>
        {isOpen && (
          <ol>
            {files.map(({ path }, index) => (
              <li key={`${index}/${path}`} dir="auto">
                {path}
              </li>
            ))}
          </ol>
        )}
      </details>
    </li>
  );
});

/** The pressmark of the group, and the item that it names or the title of a new one. */
function GroupFields(props: DropGroupProps & { name: string }) {
  const { group, holder, alike, failed, problem, name, onChange, onLookAgain } = props;
  const { t, i18n } = useTranslation('dropping');
  const { pressmark, title, included } = group;
  const pressmarkInput = useRef<HTMLInputElement>(null);
  const error = (problems: readonly GroupProblem[]) =>
    included &&
    problem !== undefined &&
    problems.includes(problem) &&
    t(problem, { pressmarks: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(alike) });

  return (
    <div className={classes.fields}>
      <Checkbox
        aria-label={t('include', { name })}
        className={classes.include ?? ''}
        checked={included}
        onChange={({ currentTarget }) => onChange({ ...group, included: currentTarget.checked })}
      />
      <TextInput
        ref={pressmarkInput}
        label={t('pressmark')}
        autoComplete="off"
        spellCheck={false}
        value={pressmark}
        error={error(['needsPressmark', 'twice', 'unknown', 'ambiguous'])}
        onChange={({ currentTarget }) =>
          onChange({ ...group, pressmark: currentTarget.value, included: true })
        }
      />
      {holder === null ? (
        <TextInput
          label={t('titleField')}
          autoComplete="off"
          dir="auto"
          description={t('new')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={title}
          error={error(['needsTitle'])}
          onChange={({ currentTarget }) => onChange({ ...group, title: currentTarget.value, included: true })}
        />
      ) : failed ? (
        <div className={classes.where}>
          <Button
            variant="default"
            aria-label={t('lookAgain', { name })}
            onClick={() => {
              // The button goes while the pressmark is looked up.
              pressmarkInput.current?.focus();
              onLookAgain(pressmark);
            }}
          >
            {t('retry')}
          </Button>
        </div>
      ) : (
        <p className={classes.where}>
          {holder
            ? t(holder.pressmark === pressmark.trim() ? 'existing' : 'existingAs', {
                title: displayTitle(holder.sgtt || holder.label),
                pressmark: holder.pressmark,
              })
            : pressmark.trim() !== '' && alike.length === 0 && t('checking')}
        </p>
      )}
    </div>
  );
}
