import { Button, Tabs } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchFile } from '../api/fetch-file.ts';
import { pressmarkHolder } from '../api/pressmark-holder.ts';
import {
  assetsOf,
  canUpload,
  holdsAnything,
  nothingChosen,
  withAddress,
  withList,
} from '../state/content-selection.ts';
import type { ContentType } from '../state/content-types.ts';
import { failureFrom } from '../state/failure-from.ts';
import type { FetchedList } from '../state/file-address.ts';
import { addFetched } from '../state/file-selection.ts';
import type { NewUpload } from '../state/new-upload.ts';
import { useUploadEngine } from '../state/uploads.ts';
import { ExistingItems, type ChosenItem } from './existing-items.tsx';
import { FilesStep } from './files-step.tsx';
import { NewItemForm, type NewItem } from './new-item-form.tsx';
import classes from './upload-wizard.module.css';

interface WizardStepsProps {
  collection: { uuid: string; sgtt: string };
  item?: { uuid: string; sgtt: string; pressmark: string };
  type?: ContentType;
  /** Tells whether closing now would lose something. */
  onInput(has: boolean): void;
  onCancel(): void;
  onUploading(): void;
  onMany(): void;
}

const LOOKUP_DELAY_MS = 350;

/** Both steps and their buttons. Everything typed lives here, so that going back or failing keeps it. */
export function WizardSteps(props: WizardStepsProps) {
  const { collection, item, type = 'image', onInput, onCancel, onUploading, onMany } = props;
  const { t } = useTranslation('upload');
  const formId = useId();
  const engine = useUploadEngine();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<'item' | 'files'>(item ? 'files' : 'item');
  const [tab, setTab] = useState<'new' | 'existing'>('new');
  const [newItem, setNewItem] = useState<NewItem>({ title: '', author: '', pressmark: '' });
  const [titleMissing, setTitleMissing] = useState(false);
  const [chosen, setChosen] = useState<ChosenItem>();
  const [content, setContent] = useState({ ...nothingChosen, type });
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
    holdsAnything(content) ||
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
      if (chosen === undefined) return;
      // A PDF makes new items only: the one that was chosen on the other tab stays there.
      setContent((before) => (before.type === 'pdf' ? { ...before, type: 'image' } : before));
      setStep('files');
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

  const closing = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    closing.current = controller;
    return () => controller.abort();
  }, []);
  const fetchAddress = async (list: FetchedList) => {
    const { signal } = closing.current;
    const note = (how: Parameters<typeof withAddress>[2]) =>
      setContent((before) => withAddress(before, list, how));
    note({ isFetching: true, failure: undefined, fetched: undefined });
    try {
      const stored = await fetchFile(list, content.addresses[list].typed.trim(), signal);
      setContent((before) => withList(before, list, (files) => addFetched(files, stored)));
      note({ typed: '', isFetching: false, fetched: stored.originalFilename });
    } catch (problem) {
      if (!signal.aborted) note({ isFetching: false, failure: failureFrom('upload', problem) });
    }
  };

  const isNew = item === undefined && tab === 'new';
  const upload = () => {
    if (engine === undefined || !canUpload(content)) return;
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
      assets: assetsOf(content),
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
          <FilesStep
            destination={destination}
            content={content}
            onChange={setContent}
            isNew={isNew}
            onFetch={(list) => void fetchAddress(list)}
          />
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
        {step === 'item' && (
          <Button
            variant="subtle"
            color="gray"
            className={classes.back ?? ''}
            disabled={hasInput}
            onClick={onMany}
          >
            {t('many')}
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
          <Button onClick={upload} disabled={!canUpload(content) || engine === undefined}>
            {t('upload')}
          </Button>
        )}
      </div>
    </div>
  );
}
