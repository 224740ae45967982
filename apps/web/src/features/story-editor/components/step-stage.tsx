import { ActionIcon, Alert, Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { STEP_TITLE_MAX } from '@armarium/contract/story-steps';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconPencil, IconPhotoOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signInIfSessionEnded } from '../../../lib/sign-in-if-session-ended.ts';
import { isMissing } from '../../../records/api/missing.ts';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import type { Region } from '../../../viewers/area/region.ts';
import { imageQuery, wholeImageAddress } from '../api/step-image.ts';
import { editAreaAddress, otherImageAddress } from '../picking/picking-address.ts';
import type { DraftStep } from '../state/draft-step.ts';
import { useEditorState, useEditorStore } from '../state/editor-store.ts';
import { useChosenId, useFaults, usePlace, useStep, useStepsCount } from '../state/selectors.ts';
import editor from './editor.module.css';
import { LivePreview } from './live-preview.tsx';
import { keepStageView, lastStageView, stageViews } from './stage-view.ts';
import classes from './step-stage.module.css';

/** The chosen step: its number, its title and its image (EDIT-09 to EDIT-12, EDIT-27). */
export function StepStage({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTranslation('storyEditor');
  const id = useChosenId();
  const step = useStep(id);
  const number = usePlace(id) + 1;
  const total = useStepsCount();
  if (!step)
    return (
      <h2 id="step-heading" tabIndex={-1} className={editor.hint}>
        {t('noStep')}
      </h2>
    );
  return (
    <>
      <div className={editor.paneHead}>
        <h2 id="step-heading" tabIndex={-1} className={`${editor.paneTitle} tabular`}>
          {t('stepOf', { number: grouped(number), total: grouped(total) })}
        </h2>
      </div>
      <TitleField step={step} mayEdit={mayEdit} />
      <StepMarks step={step} number={number} mayEdit={mayEdit} />
      <StepShown step={step} number={number} mayEdit={mayEdit} />
    </>
  );
}

/** The area of the step on its image, or the story as its readers see it. */
function StepShown({ step, number, mayEdit }: StepMarksProps) {
  const { t } = useTranslation('storyEditor');
  const [view, setView] = useState(lastStageView);
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t('live.view')}
          value={view}
          onChange={(chosen) => {
            setView(chosen);
            keepStageView(chosen);
          }}
          data={stageViews.map((value) => ({
            value,
            label: t(value === 'image' ? 'live.image' : `preview.${value}`),
          }))}
        />
        {view !== 'image' && mayEdit && <EditArea number={number} />}
      </div>
      {view === 'image' ? (
        <StepImage key={step.image} step={step} number={number} mayEdit={mayEdit} />
      ) : (
        <LivePreview screen={view} stepId={step.id} />
      )}
    </>
  );
}

/** The way to the page on which the area is drawn. */
function EditArea({ number, className = '' }: { number: number; className?: string | undefined }) {
  const { t } = useTranslation('storyEditor');
  const { storyUuid } = useEditorStore();
  return (
    <ActionIcon
      component={Link}
      to={editAreaAddress(storyUuid, number)}
      className={className}
      variant="default"
      size="lg"
      data-field="area"
      aria-label={t('editArea')}
      title={t('editArea')}
    >
      <IconPencil size={20} aria-hidden />
    </ActionIcon>
  );
}

function TitleField({ step, mayEdit }: { step: DraftStep; mayEdit: boolean }) {
  const { t } = useTranslation('storyEditor');
  const { dispatch } = useEditorStore();
  const fault = useFaults(step.id).find(({ part }) => part === 'title');
  return (
    <TextInput
      label={t('title')}
      value={step.title}
      maxLength={STEP_TITLE_MAX}
      readOnly={!mayEdit}
      dir="auto"
      data-field="title"
      error={fault && t('fault.title')}
      onChange={(event) =>
        dispatch({
          type: 'set',
          id: step.id,
          fields: { title: event.currentTarget.value },
          isTyped: true,
        })
      }
      onBlur={() => dispatch({ type: 'rest' })}
    />
  );
}

interface StepMarksProps {
  step: DraftStep;
  /** From 1. */
  number: number;
  mayEdit: boolean;
}

/** What is the matter with the image of a step, and what to do about it. */
function StepMarks({ step, number, mayEdit }: StepMarksProps) {
  const { t } = useTranslation('storyEditor');
  const store = useEditorStore();
  const faults = useFaults(step.id);
  const chooseAnother = (
    <Button component={Link} to={otherImageAddress(store.storyUuid, number)} variant="default" size="sm">
      {t('otherImage')}
    </Button>
  );
  const area = faults.find(({ part }) => part !== 'title' && part !== 'commentary' && part !== 'alt');
  return (
    <>
      {area && (
        <Alert
          color="red"
          role="alert"
          mt="md"
          icon={<IconAlertTriangle aria-hidden />}
          title={t(`fault.${area.part === 'image' || area.part === 'region' ? area.part : 'other'}`)}
        >
          {area.part === 'image' && chooseAnother}
        </Alert>
      )}
      {step.check && (
        <Alert
          color="yellow"
          mt="md"
          // The kit's own yellow is too faint to be read.
          styles={{ title: { color: 'var(--text-strong)' } }}
          icon={<IconAlertTriangle aria-hidden />}
          title={t(`mark.${step.check}`)}
        >
          <p>{t(`advice.${step.check}`)}</p>
          {mayEdit && step.check === 'image-missing' && chooseAnother}
          {mayEdit && step.check === 'image-replaced' && (
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                store.dispatch({ type: 'confirmArea', id: step.id });
                document.querySelector<HTMLElement>('[data-field="area"]')?.focus();
              }}
            >
              {t('areaIsRight')}
            </Button>
          )}
        </Alert>
      )}
    </>
  );
}

/** As large as the image is shown on most screens. */
const SHOWN_px = 1600;

/** The whole image, dim but for the area of the step; the areas of other steps on it are outlined. */
function StepImage({ step, number, mayEdit }: StepMarksProps) {
  const { t } = useTranslation(['storyEditor', 'ui']);
  const image = useQuery({ ...imageQuery(step.image), enabled: step.check !== 'image-missing' });
  const [isBroken, setBroken] = useState(false);
  const { width_px: width, height_px: height, sgtt = '' } = image.data ?? {};
  if (step.check === 'image-missing' || isMissing(image.error) || (image.data && (!width || !height)))
    return (
      <div className={`${classes.figure} ${classes.missing}`} data-field="area" tabIndex={-1}>
        <IconPhotoOff size={40} stroke={1.2} aria-hidden />
        {t('noImage')}
      </div>
    );
  const again = () => {
    setBroken(false);
    void image.refetch();
  };
  if (image.error && !image.data)
    return (
      <div data-field="area" tabIndex={-1}>
        <Failed error={image.error} onRetry={again} />
      </div>
    );
  if (!width || !height) return <Skeleton height={360} mt="sm" />;
  return (
    <>
      <figure className={classes.figure}>
        <div
          className={classes.picture}
          style={{
            aspectRatio: `${width} / ${height}`,
            width: `calc(max(260px, 100dvh - 340px) * ${width / height})`,
          }}
        >
          {isBroken ? (
            <div className={classes.missing} role="alert">
              {t('imageFailed')}
              <Button variant="default" size="sm" onClick={again}>
                {t('ui:retry')}
              </Button>
            </div>
          ) : (
            <>
              <img
                src={wholeImageAddress(step.image, SHOWN_px)}
                alt={step.alt || step.title || sgtt}
                decoding="async"
                onError={() => {
                  setBroken(true);
                  void signInIfSessionEnded().then((isBack) => isBack && setBroken(false));
                }}
              />
              <Areas step={step} width={width} height={height} />
            </>
          )}
        </div>
        {mayEdit && <EditArea number={number} className={classes.pencil} />}
      </figure>
      <p className={classes.caption}>
        <span dir="auto">{sgtt}</span>
        <span className="tabular">{t('area', { ...step.region })}</span>
      </p>
    </>
  );
}

interface AreasProps {
  step: DraftStep;
  /** Of the image, in pixels. */
  width: number;
  height: number;
}

const pathOf = ({ x, y, width, height }: Region) => `M${x} ${y}h${width}v${height}h${-width}z`;

function Areas({ step, width, height }: AreasProps) {
  const steps = useEditorState((state) => state.steps);
  const others = useMemo(
    () => steps.filter(({ id, image }) => id !== step.id && image === step.image).map(({ region }) => region),
    [steps, step.id, step.image],
  );
  return (
    <svg className={classes.areas} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      <path
        className={classes.dim}
        fillRule="evenodd"
        d={`M0 0h${width}v${height}h${-width}z${pathOf(step.region)}`}
      />
      {others.length > 0 && (
        <path className={classes.other} vectorEffect="non-scaling-stroke" d={others.map(pathOf).join('')} />
      )}
      <path className={classes.area} vectorEffect="non-scaling-stroke" d={pathOf(step.region)} />
    </svg>
  );
}
