import { Button, Tabs } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pressmarkHolder } from '../api/pressmark-holder.ts';
import { noFiles } from '../state/file-selection.ts';
import type { NewUpload } from '../state/upload-engine.ts';
import { useUploadEngine } from '../state/uploads.ts';
import { ExistingItems, type ChosenItem } from './existing-items.tsx';
import { FilesStep } from './files-step.tsx';
import { NewItemForm, type NewItem } from './new-item-form.tsx';
import classes from './upload-wizard.module.css';

interface WizardStepsProps {
  collection: { uuid: string; sgtt: string };
  item?: { uuid: string; sgtt: string; pressmark: string };
  /** Tells whether closing now would lose something. */
  onInput(has: boolean): void;
  onCancel(): void;
  onUploading(): void;
}

const LOOKUP_DELAY_MS = 350;

/** Both steps and their buttons. Everything typed lives here, so that going back or failing keeps it. */
export function WizardSteps({ collection, item, onInput, onCancel, onUploading }: WizardStepsProps) {
  const { t } = useTranslation('upload');
  const formId = useId();
  const engine = useUploadEngine();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<'item' | 'files'>(item ? 'files' : 'item');
  const [tab, setTab] = useState<'new' | 'existing'>('new');
  const [newItem, setNewItem] = useState<NewItem>({ title: '', author: '', pressmark: '' });
  const [titleMissing, setTitleMissing] = useState(false);
  const [chosen, setChosen] = useState<ChosenItem>();
  const [selection, setSelection] = useState(noFiles);
  const [checking, setChecking] = useState(false);
  const titleInput = useRef<HTMLInputElement>(null);
  const pressmarkInput = useRef<HTMLInputElement>(null);

  const pressmark = newItem.pressmark.trim();
  const [typed] = useDebouncedValue(pressmark, LOOKUP_DELAY_MS);
  const lookup = useQuery({ ...pressmarkHolder(typed), enabled: typed !== '' && step === 'item' });
  // What was found holds for what was asked, not for what has been typed since.
  const asked = typed === pressmark && pressmark !== '';
  const lookupError = asked && !lookup.isFetching ? lookup.error : null;
  const holder = asked && lookupError === null ? lookup.data : undefined;

  const hasInput =
    selection.files.length > 0 ||
    chosen !== undefined ||
    [newItem.title, newItem.author, newItem.pressmark].some((text) => text.trim() !== '');
  useEffect(() => onInput(hasInput), [hasInput, onInput]);

  const main = useRef<HTMLDivElement>(null);
  const drawnStep = useRef(step);
  useEffect(() => {
    // The dialog sees to the focus of its first step; a step that follows takes it over from a button that is gone.
    if (drawnStep.current === step) return;
    drawnStep.current = step;
    main.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [step]);

  const goOn = async (event?: FormEvent) => {
    event?.preventDefault();
    if (checking) return;
    if (tab === 'existing') {
      if (chosen) setStep('files');
      return;
    }
    if (pressmark === '') return pressmarkInput.current?.focus();
    if (newItem.title.trim() === '') {
      setTitleMissing(true);
      titleInput.current?.focus();
      return;
    }
    setChecking(true);
    try {
      const taken = await queryClient.fetchQuery({ ...pressmarkHolder(pressmark), staleTime: 0 });
      if (taken === null) setStep('files');
      else pressmarkInput.current?.focus();
    } catch {
      // The field shows it, and Continue stays ready for another try.
    } finally {
      setChecking(false);
    }
  };

  const upload = () => {
    if (engine === undefined || selection.files.length === 0) return;
    const existing = item
      ? { ...item, autn: '', way: collection.uuid }
      : tab === 'existing'
        ? chosen
        : undefined;
    const target: NewUpload['target'] = existing
      ? {
          kind: 'existing',
          uuid: existing.uuid,
          sgtt: existing.sgtt,
          autn: existing.autn,
          pressmark: existing.pressmark,
        }
      : { kind: 'new', sgtt: newItem.title.trim(), autn: newItem.author.trim(), pressmark };
    engine.start({
      target,
      collectionUuid: existing?.way ?? collection.uuid,
      files: selection.files.map(({ file }) => file),
    });
    onUploading();
  };

  const destination = item ?? (tab === 'existing' ? chosen : { sgtt: newItem.title.trim(), pressmark });

  return (
    <div className={classes.wizard}>
      {!item && (
        <ol className={classes.steps} aria-label={t('steps.label')}>
          {(['item', 'files'] as const).map((name, index) => {
            const done = name === 'item' && step === 'files';
            return (
              <li
                key={name}
                className={classes.step}
                data-done={done || undefined}
                {...(step === name && { 'aria-current': 'step' as const })}
              >
                <span className={classes.stepNumber} aria-hidden>
                  {done ? <IconCheck size={14} stroke={2.4} /> : index + 1}
                </span>
                {t(`steps.${name}`)}
                {done && <span className="visually-hidden">, {t('steps.done')}</span>}
              </li>
            );
          })}
        </ol>
      )}

      <div className={classes.main} ref={main}>
        {step === 'item' ? (
          <Tabs
            value={tab}
            onChange={(value) => setTab(value === 'existing' ? 'existing' : 'new')}
            className={classes.tabs ?? ''}
            keepMounted={false}
          >
            <Tabs.List aria-label={t('tabs.label')} className={classes.tabList ?? ''}>
              <Tabs.Tab value="new">{t('tabs.new')}</Tabs.Tab>
              <Tabs.Tab value="existing">{t('tabs.existing')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="new" className={classes.panel ?? ''}>
              <NewItemForm
                id={formId}
                value={newItem}
                onChange={(value) => {
                  setNewItem(value);
                  if (value.title.trim() !== '') setTitleMissing(false);
                }}
                onSubmit={(event) => void goOn(event)}
                collectionTitle={collection.sgtt}
                titleMissing={titleMissing}
                titleInput={titleInput}
                pressmarkInput={pressmarkInput}
                holder={holder}
                looking={typed !== pressmark || lookup.isFetching}
                lookupError={lookupError}
              />
            </Tabs.Panel>
            <Tabs.Panel value="existing" className={classes.panel ?? ''}>
              <ExistingItems chosen={chosen} onChoose={setChosen} collectionUuid={collection.uuid} />
            </Tabs.Panel>
          </Tabs>
        ) : (
          <FilesStep destination={destination} selection={selection} onChange={setSelection} />
        )}
      </div>

      <div className={classes.footer}>
        {step === 'files' && !item && (
          <Button
            variant="subtle"
            color="gray"
            className={classes.back ?? ''}
            onClick={() => setStep('item')}
          >
            {t('back')}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        {step === 'item' ? (
          <Button
            {...(tab === 'new'
              ? { type: 'submit' as const, form: formId, disabled: pressmark === '' }
              : { onClick: () => void goOn(), disabled: chosen === undefined })}
            aria-disabled={checking || undefined}
          >
            {checking ? t('checking') : t('continue')}
          </Button>
        ) : (
          <Button onClick={upload} disabled={selection.files.length === 0 || engine === undefined}>
            {t('upload')}
          </Button>
        )}
      </div>
    </div>
  );
}
