import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeepPlace } from '../../../records/places/use-keep-place.ts';
import { assetsOf, canUpload, holdsAnything, nothingChosen } from '../state/chosen-files.ts';
import type { ContentType } from '../state/content-types.ts';
import type { NewUpload } from '../state/new-upload.ts';
import { useUploadEngine } from '../state/uploads.ts';
import { useAddressFetch } from '../state/use-address-fetch.ts';
import { FilesStep } from './files-step.tsx';
import { ItemStep } from './item-step.tsx';
import classes from './upload-wizard.module.css';
import { useItemChoice, type ItemChoice } from './use-item-choice.ts';

interface WizardStepsProps {
  /** Where a new item goes, unless another place is chosen. */
  collectionUuid: string;
  item?: { uuid: string; sgtt: string; pressmark: string };
  type?: ContentType;
  /** @param has whether closing now would lose something */
  onInput(has: boolean): void;
  onCancel(): void;
  onUploading(): void;
  /** @param collectionUuid the collection that was chosen last */
  onMany(collectionUuid: string): void;
}

type Step = 'item' | 'files';

/** Both steps and their buttons. Everything typed lives here, so that going back or failing keeps it. */
export function WizardSteps(props: WizardStepsProps) {
  const { item, type = 'image', onInput, onCancel, onUploading, onMany } = props;
  const { t } = useTranslation('upload');
  const [collectionUuid, setCollectionUuid] = useState(props.collectionUuid);
  const [isPlacePending, setPlacePending] = useState(false);
  const keepPlace = useKeepPlace();
  const formId = useId();
  const engine = useUploadEngine();
  const [step, setStep] = useState<Step>(item ? 'files' : 'item');
  const [content, setContent] = useState({ ...nothingChosen, type });
  const fetchAddress = useAddressFetch(content, setContent);
  const choice = useItemChoice(step === 'item', () => {
    // A PDF makes new items only: the one that was chosen on the other tab stays there.
    if (choice.tab === 'existing')
      setContent((before) => (before.type === 'pdf' ? { ...before, type: 'image' } : before));
    setStep('files');
  });
  const { tab, chosen, newItem, checking } = choice;
  const hasInput = holdsAnything(content) || choice.hasInput || isPlacePending;
  useEffect(() => onInput(hasInput), [hasInput, onInput]);
  const main = useRef<HTMLDivElement>(null);
  useFocusOfNewStep(main, step);

  const upload = () => {
    if (engine === undefined || !canUpload(content)) return;
    const { way, target } = item
      ? { way: collectionUuid, target: { kind: 'existing' as const, ...item, autn: '' } }
      : destinationOf(choice);
    engine.start({ target, collectionUuid: way ?? collectionUuid, assets: assetsOf(content) });
    if (target.kind === 'new') keepPlace(collectionUuid);
    onUploading();
  };
  const typed = { sgtt: newItem.title.trim(), pressmark: newItem.pressmark.trim() };

  return (
    <div className={classes.wizard}>
      {!item && <Progress step={step} />}
      <div className={classes.main} ref={main}>
        {step === 'item' ? (
          <ItemStep
            {...{ choice, formId, collectionUuid }}
            onPlace={setCollectionUuid}
            onPlacePending={setPlacePending}
          />
        ) : (
          <FilesStep
            destination={item ?? (tab === 'existing' ? chosen : typed)}
            content={content}
            onChange={setContent}
            isNew={item === undefined && tab === 'new'}
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
            onClick={() => onMany(collectionUuid)}
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
              ? { type: 'submit' as const, form: formId }
              : { onClick: () => void choice.goOn() })}
            disabled={!choice.isFilled || isPlacePending}
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

/** Where the files go, as it was chosen in the first step; `way` is the collection that leads to an existing item. */
function destinationOf({ tab, chosen, newItem }: ItemChoice): { way?: string; target: NewUpload['target'] } {
  if (tab === 'existing' && chosen) {
    const { way, ...item } = chosen;
    return { way, target: { kind: 'existing', ...item } };
  }
  const [sgtt, autn, pressmark] = [newItem.title.trim(), newItem.author.trim(), newItem.pressmark.trim()];
  return { target: { kind: 'new', sgtt, autn, pressmark } };
}

/** Moves the focus into a step that follows another: the button that had it is gone. The dialog does so at first. */
function useFocusOfNewStep(main: RefObject<HTMLElement | null>, step: Step) {
  const drawnStep = useRef(step);
  useEffect(() => {
    if (drawnStep.current === step) return;
    drawnStep.current = step;
    main.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [main, step]);
}

/** Which step this is. */
function Progress({ step }: { step: Step }) {
  const { t } = useTranslation('upload');
  return (
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
  );
}
