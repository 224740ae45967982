import type { TableLayout } from '@armarium/contract/item-table';
import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { keepLayouts, layoutsQuery } from '../api/item-table.ts';
import { Failed } from '../../../ui/failed.tsx';
import classes from './items-table.module.css';

const LAYOUTS_MAX = 50;
const NAME_MAX_CHARACTERS = 100;
const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** A layout that is about to be renamed or deleted. */
interface Change {
  readonly name: string;
  readonly way: 'rename' | 'delete';
  /** Its new name as it is typed. */
  readonly text: string;
  readonly isTaken: boolean;
}

interface LayoutsDialogProps {
  /** The table as it stands. */
  columns: readonly string[];
  sort: string | undefined;
  opened: boolean;
  onClose(): void;
}

/** The layouts that somebody keeps: this one under a name, others renamed and deleted. */
export function LayoutsDialog({ columns, sort, opened, onClose }: LayoutsDialogProps) {
  const { t } = useTranslation('table');
  const kept = useQuery(layoutsQuery);
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<'nameMissing' | 'full'>();
  const [changing, setChanging] = useState<Change>();
  // The button that comes (back) in place of what had the focus.
  const [changed, setChanged] = useState<Pick<Change, 'name' | 'way'>>();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const nameField = useRef<HTMLInputElement>(null);
  const layouts = kept.data?.layouts ?? [];
  const replaced = layouts.find((layout) => sameName(layout.name, name));
  const failed = failure === undefined ? undefined : describeProblem(failure);

  const keep = async (next: TableLayout[], done: () => void) => {
    if (working) return;
    setWorking(true);
    setFailure(undefined);
    try {
      await keepLayouts(next, kept.data?.tag);
      done();
    } catch (error) {
      setFailure(error);
    }
    setWorking(false);
  };
  const end = (name: string, way: Change['way']) => {
    setChanging(undefined);
    setChanged({ name, way });
  };
  const keepThis = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setWrong('nameMissing');
    if (!replaced && layouts.length >= LAYOUTS_MAX) return setWrong('full');
    const layout = { name: replaced?.name ?? name.trim(), columns: [...columns], ...(sort && { sort }) };
    const next = replaced ? layouts.map((one) => (one === replaced ? layout : one)) : [...layouts, layout];
    void keep(next, () => setName(''));
  };
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (!changing || changing.text.trim() === '') return;
    const text = changing.text.trim();
    if (layouts.some((one) => one.name !== changing.name && sameName(one.name, text)))
      return setChanging({ ...changing, isTaken: true });
    const next = layouts.map((one) => (one.name === changing.name ? { ...one, name: text } : one));
    void keep(next, () => end(text, 'rename'));
  };
  const remove = (event: MouseEvent<HTMLButtonElement>, layout: TableLayout) => {
    const row = event.currentTarget.closest('li');
    const beside = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button');
    void keep(
      layouts.filter((one) => one !== layout),
      () => {
        setChanging(undefined);
        (beside ?? nameField.current)?.focus();
      },
    );
  };
  const waiting = { 'aria-disabled': working, 'data-waiting': working || undefined };

  return (
    <Dialog opened={opened} onClose={onClose} title={t('layoutsTitle')} size="lg">
      {kept.data === undefined && kept.error && (
        <Failed error={kept.error} onRetry={() => void kept.refetch()} />
      )}
      {kept.data && (
        <>
          <form noValidate aria-label={t('save')} onSubmit={keepThis}>
            <TextInput
              ref={nameField}
              data-autofocus
              label={t('name')}
              description={t('nameText')}
              maxLength={NAME_MAX_CHARACTERS}
              value={name}
              error={wrong && t(wrong)}
              onChange={(event) => {
                setName(event.currentTarget.value);
                setWrong(undefined);
              }}
            />
            <Group justify="flex-end" mt="sm">
              <Button type="submit" {...waiting}>
                {t(replaced ? 'replace' : 'save')}
              </Button>
            </Group>
          </form>
          {failed && (
            <Alert color="red" role="alert" title={failed.title} mt="md">
              {failed.next}
            </Alert>
          )}
          {layouts.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <ul className={classes.columns} aria-label={t('layouts')}>
              {layouts.map((layout) => {
                const at = changing?.name === layout.name ? changing : undefined;
                const begin = (way: Change['way']) => {
                  if (!working) setChanging({ name: layout.name, way, text: layout.name, isTaken: false });
                };
                const hasFocus = (way: Change['way']) => changed?.name === layout.name && changed.way === way;
                const cancel = (way: Change['way']) => (
                  <Button
                    key="cancel"
                    variant="default"
                    size={way === 'rename' ? 'sm' : 'compact-md'}
                    onClick={() => {
                      if (!working) end(layout.name, way);
                    }}
                  >
                    {t('cancel')}
                  </Button>
                );
                return (
                  <li key={layout.name}>
                    {at?.way === 'rename' ? (
                      <form key="rename" noValidate className={classes.renaming} onSubmit={rename}>
                        <TextInput
                          autoFocus
                          aria-label={t('newName', { name: layout.name })}
                          maxLength={NAME_MAX_CHARACTERS}
                          value={at.text}
                          error={at.text.trim() === '' ? t('nameMissing') : at.isTaken && t('nameTaken')}
                          onChange={(event) =>
                            setChanging({ ...at, text: event.currentTarget.value, isTaken: false })
                          }
                        />
                        <Button type="submit" size="sm" {...waiting}>
                          {t('done')}
                        </Button>
                        {cancel('rename')}
                      </form>
                    ) : (
                      <>
                        <span className={classes.label} dir="auto">
                          {layout.name}
                        </span>
                        <Button
                          key="rename"
                          autoFocus={hasFocus('rename')}
                          variant="subtle"
                          size="compact-md"
                          aria-label={t('renameOf', { name: layout.name })}
                          onClick={() => begin('rename')}
                        >
                          {t('rename')}
                        </Button>
                        {at?.way === 'delete' ? (
                          <>
                            <Button
                              key="really"
                              autoFocus
                              color="red"
                              variant="light"
                              size="compact-md"
                              aria-label={t('reallyDeleteOf', { name: layout.name })}
                              {...waiting}
                              onClick={(event) => remove(event, layout)}
                            >
                              {t('reallyDelete')}
                            </Button>
                            {cancel('delete')}
                          </>
                        ) : (
                          <Button
                            key="delete"
                            autoFocus={hasFocus('delete')}
                            color="red"
                            variant="subtle"
                            size="compact-md"
                            aria-label={t('deleteOf', { name: layout.name })}
                            onClick={() => begin('delete')}
                          >
                            {t('delete')}
                          </Button>
                        )}
                      </>
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </>
      )}
    </Dialog>
  );
}
