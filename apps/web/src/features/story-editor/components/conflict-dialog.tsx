import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimal } from '../../../ui/decimal.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { areaAddress } from '../api/step-image.ts';
import type { DraftStep, StepPart } from '../state/draft-step.ts';
import { nameOf } from '../state/findings.ts';
import type { Side, StepConflict, StepMerge } from '../state/merge-steps.ts';
import classes from './dialogs.module.css';
import { ShownCommentary } from './shown-commentary.tsx';
import { StepPicture } from './step-picture.tsx';

/** Two edits of a story that somebody has to put together. */
export interface Conflict {
  readonly merge: StepMerge;
  readonly mine: readonly DraftStep[];
  readonly theirs: readonly DraftStep[];
}

interface ConflictDialogProps {
  conflict: Conflict;
  confirmWord: string;
  onSettle(steps: readonly DraftStep[]): void;
  onCancel(): void;
}

const ORDER = 'order';

/** Shows both sides of each step that both changed, and lets the editor choose, one by one or all at once. */
export function ConflictDialog({ conflict, confirmWord, onSettle, onCancel }: ConflictDialogProps) {
  const { t } = useTranslation(['storyEditor', 'ui']);
  const { merge, mine, theirs } = conflict;
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const asked = [...merge.conflicts.map(({ id }) => id), ...(merge.isOrderInConflict ? [ORDER] : [])];
  const left = asked.filter((id) => chosen[id] === undefined).length;
  const chooseAll = (side: Side) => setChosen(Object.fromEntries(asked.map((id) => [id, side])));
  const numberOf = (id: string) =>
    mine.findIndex((step) => step.id === id) + 1 || theirs.findIndex((step) => step.id === id) + 1 || 1;
  return (
    <Dialog opened onClose={onCancel} title={t('conflict.title')} size="xl">
      <p>{t('conflict.text')}</p>
      <div className={classes.all}>
        <Button variant="default" size="sm" onClick={() => chooseAll('mine')}>
          {t('conflict.allMine')}
        </Button>
        <Button variant="default" size="sm" onClick={() => chooseAll('theirs')}>
          {t('conflict.allTheirs')}
        </Button>
      </div>
      {merge.conflicts.map((one) => (
        <StepChoice
          key={one.id}
          conflict={one}
          number={numberOf(one.id)}
          chosen={chosen[one.id]}
          onChoose={(side) => setChosen({ ...chosen, [one.id]: side })}
        />
      ))}
      {merge.isOrderInConflict && (
        <Radio.Group
          className={classes.choice}
          label={t('conflict.order')}
          value={chosen[ORDER] ?? null}
          onChange={(side) => setChosen({ ...chosen, [ORDER]: side })}
        >
          <div className={classes.sides}>
            <Radio value="mine" label={t('conflict.mine')} description={namesOf(mine)} />
            <Radio value="theirs" label={t('conflict.theirs')} description={namesOf(theirs)} />
          </div>
        </Radio.Group>
      )}
      <DialogActions>
        <p className={classes.left} role="status">
          {left > 0 && t('conflict.left', { count: left })}
        </p>
        <Button variant="default" onClick={onCancel}>
          {t('ui:cancel')}
        </Button>
        <Button
          disabled={left > 0}
          onClick={() => onSettle(merge.resolve((id) => chosen[id] ?? 'mine', chosen[ORDER] ?? 'mine'))}
        >
          {confirmWord}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const namesOf = (steps: readonly DraftStep[]) =>
  steps.map((step, index) => `${index + 1} ${nameOf(step)}`.trim()).join(' · ');

interface StepChoiceProps {
  conflict: StepConflict;
  number: number;
  chosen: Side | undefined;
  onChoose(side: Side): void;
}

function StepChoice({ conflict, number, chosen, onChoose }: StepChoiceProps) {
  const { t } = useTranslation('storyEditor');
  const { mine, theirs, parts } = conflict;
  const step = mine ?? theirs;
  return (
    <Radio.Group
      className={classes.choice}
      label={t('conflict.step', { number, name: step ? nameOf(step) : '' })}
      value={chosen ?? null}
      onChange={(side) => onChoose(side)}
    >
      <div className={classes.sides}>
        {(['mine', 'theirs'] as const).map((side) => {
          const shown = side === 'mine' ? mine : theirs;
          return (
            <div key={side} className={classes.side} data-chosen={chosen === side || undefined}>
              <Radio value={side} label={t(`conflict.${side}`)} />
              {shown ? (
                <StepParts step={shown} parts={parts} beside={side === 'mine' ? theirs : mine} />
              ) : (
                <p className={classes.deleted}>{t('conflict.deleted')}</p>
              )}
            </div>
          );
        })}
      </div>
    </Radio.Group>
  );
}

interface StepPartsProps {
  step: DraftStep;
  parts: readonly StepPart[];
  /** The other side's; undefined where that deleted the step. */
  beside: DraftStep | undefined;
}

/** The parts of a step that differ; of a step that a side deleted, what it says. */
function StepParts({ step, parts, beside }: StepPartsProps) {
  const { t, i18n } = useTranslation('storyEditor');
  const shown: readonly StepPart[] = parts.length > 0 ? parts : ['title', 'commentary', 'area'];
  const { region, transition } = step;
  return (
    <dl className={classes.parts}>
      {shown.map((part) => (
        <div key={part}>
          <dt>{t(`part.${part}`)}</dt>
          <dd dir="auto">
            {part === 'title' && (step.title || '–')}
            {part === 'alt' && (step.alt || '–')}
            {part === 'commentary' &&
              (step.commentary === '' ? (
                '–'
              ) : (
                <ShownCommentary html={step.commentary} beside={beside?.commentary} />
              ))}
            {part === 'transition' &&
              [
                t(transition.enabled ? 'conflict.on' : 'conflict.off'),
                t('conflict.transition', {
                  easing: t(`easing.${transition.easing}`),
                  delay: decimal(transition.delay, i18n.language),
                  duration: decimal(transition.duration, i18n.language),
                  speed: transition.speed,
                }),
              ].join(' · ')}
            {part === 'area' && (
              <>
                <StepPicture address={areaAddress(step.image, region, { width: 240, height: 180 })} />
                <span className="tabular">{t('area', { ...region })}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
