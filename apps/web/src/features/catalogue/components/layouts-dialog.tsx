import type { TableLayout } from '@armarium/contract/item-table';
import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { keepLayouts, layoutsQuery } from '../api/item-table.ts';
import '../table/messages.ts';
import { Failed } from './failed.tsx';
import classes from './items-table.module.css';

const LAYOUTS_MAX = 50;
const NAME_MAX_CHARACTERS = 100;
const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

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
  const [changing, setChanging] = useState<{ name: string; way: 'rename' | 'delete'; text: string }>();
  const [wrong, setWrong] = useState<'nameMissing' | 'nameTaken' | 'full'>();
  const [failure, setFailure] = useState<unknown>();
  const layouts = kept.data?.layouts ?? [];
  const replaced = layouts.find((layout) => sameName(layout.name, name));
  const failed = failure === undefined ? undefined : describeProblem(failure);

  const keep = async (next: TableLayout[], done: () => void) => {
    setFailure(undefined);
    try {
      await keepLayouts(next, kept.data?.tag);
      done();
    } catch (error) {
      setFailure(error);
    }
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
      return setWrong('nameTaken');
    const next = layouts.map((one) => (one.name === changing.name ? { ...one, name: text } : one));
    void keep(next, () => setChanging(undefined));
  };

  return (
    <Dialog opened={opened} onClose={onClose} title={t('layoutsTitle')} size="lg">
      {kept.data === undefined && kept.error && (
        <Failed error={kept.error} onRetry={() => void kept.refetch()} />
      )}
      {kept.data && (
        <>
          <form noValidate aria-label={t('save')} onSubmit={keepThis}>
            <TextInput
              data-autofocus
              label={t('name')}
              description={t('nameText')}
              maxLength={NAME_MAX_CHARACTERS}
              value={name}
              error={changing === undefined && wrong && t(wrong)}
              onChange={(event) => {
                setName(event.currentTarget.value);
                setWrong(undefined);
              }}
            />
            <Group justify="flex-end" mt="sm">
              <Button type="submit">{t(replaced ? 'replace' : 'save')}</Button>
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
                const begin = (way: 'rename' | 'delete') => {
                  setWrong(undefined);
                  setChanging({ name: layout.name, way, text: layout.name });
                };
                return (
                  <li key={layout.name}>
                    {at?.way === 'rename' ? (
                      <form key="rename" noValidate className={classes.renaming} onSubmit={rename}>
                        <TextInput
                          autoFocus
                          aria-label={t('newName', { name: layout.name })}
                          maxLength={NAME_MAX_CHARACTERS}
                          value={at.text}
                          error={at.text.trim() === '' ? t('nameMissing') : wrong && t(wrong)}
                          onChange={(event) => {
                            setChanging({ ...at, text: event.currentTarget.value });
                            setWrong(undefined);
                          }}
                        />
                        <Button type="submit" size="sm">
                          {t('done')}
                        </Button>
                      </form>
                    ) : (
                      <>
                        <span className={classes.label} dir="auto">
                          {layout.name}
                        </span>
                        <Button
                          key="rename"
                          variant="subtle"
                          size="compact-md"
                          aria-label={t('renameOf', { name: layout.name })}
                          onClick={() => begin('rename')}
                        >
                          {t('rename')}
                        </Button>
                        {at?.way === 'delete' ? (
                          <Button
                            key="really"
                            autoFocus
                            color="red"
                            variant="light"
                            size="compact-md"
                            aria-label={t('reallyDeleteOf', { name: layout.name })}
                            onBlur={() => setChanging(undefined)}
                            onClick={() => {
                              const next = layouts.filter((one) => one !== layout);
                              void keep(next, () => setChanging(undefined));
                            }}
                          >
                            {t('reallyDelete')}
                          </Button>
                        ) : (
                          <Button
                            key="delete"
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
