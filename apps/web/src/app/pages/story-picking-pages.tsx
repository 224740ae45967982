import { STEPS_MAX } from '@armarium/contract/story-steps';
import type { ReactNode } from 'react';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { storyAddress } from '../../records/story-address.ts';
import { storyQuery } from '../../features/stories/api/stories.ts';
import { EditAreaPage } from '../../features/story-editor/picking/edit-area-page.tsx';
import { ImagesPage } from '../../features/story-editor/picking/images-page.tsx';
import { ItemPickerPage } from '../../features/story-editor/picking/item-picker-page.tsx';
import type { PickedStep } from '../../features/story-editor/picking/picked-step.ts';
import {
  BEHIND,
  CANVAS,
  imageAddress,
  isFromImages,
  stepPickedFor,
} from '../../features/story-editor/picking/picking-address.ts';
import { useWayBack } from '../../features/story-editor/picking/use-way-back.ts';
import { SelectAreaPage } from '../../features/story-editor/picking/select-area-page.tsx';
import { StepGone } from '../../features/story-editor/picking/step-gone.tsx';
import type { DraftStep } from '../../features/story-editor/state/draft-step.ts';
import { useEditorState, useEditorStore } from '../../features/story-editor/state/editor-store.ts';
import { isSaveKey } from '../../ui/letter-keys.ts';
import type { Region } from '../../viewers/area/region.ts';

const useSteps = (): readonly DraftStep[] => useEditorState(({ steps }) => steps);

/** What the pages for picking images share: they change the draft of the story, and lead back to it. */
function usePicking() {
  const store = useEditorStore();
  const { storyUuid } = store;
  const steps = useSteps();
  const [search] = useSearchParams();
  const { itemUuid = '', step } = useParams();
  const leave = useWayBack();
  /** The number of the step that is changed; undefined where steps are added, and NaN where the address has no number. */
  const number = step === undefined ? stepPickedFor(search) : Number(step);
  const changed = number === undefined ? undefined : steps[number - 1];
  const editor = storyAddress(storyUuid);
  /** The browser goes back a moment later: a second click finds the page still there, and must do nothing. */
  const once =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      if (!store.isLeadingBack()) act(...given);
    };
  /** After a reload another step is the chosen one: the address knows behind which a step is added. */
  const chooseAgain = () => {
    const behind = steps.find(({ id }) => id === search.get(BEHIND));
    if (behind) store.dispatch({ type: 'choose', id: behind.id });
  };
  const set = ({ id }: DraftStep, region: Region, image?: string) => {
    store.dispatch({ type: 'choose', id });
    store.setRegion(id, region, image);
    leave('area');
  };
  return {
    storyUuid,
    itemUuid,
    editor,
    steps,
    number,
    changed,
    onAdd: once((picked: readonly PickedStep[]) => {
      const [first] = picked;
      if (changed && first) return set(changed, first.region, first.assetUuid);
      chooseAgain();
      store.addSteps(picked.map(({ assetUuid: image, region, title }) => ({ image, region, title })));
      leave('title');
    }),
    onRegion: once((region: Region) => {
      if (changed) set(changed, region);
    }),
    onCancel: once(() => {
      chooseAgain();
      leave(number === undefined ? 'add' : 'area');
    }),
  };
}

/** The areas of the steps on an image. @param except a step that isn't wanted */
const areasOn = (steps: readonly DraftStep[], image: string | undefined, except?: DraftStep) =>
  steps.flatMap((step, index) =>
    step.image === image && step !== except ? [{ region: step.region, name: String(index + 1) }] : [],
  );

type PickingProps = ReturnType<typeof usePicking> & { children: ReactNode };

/** Whoever may not edit the story has nothing to pick; a step that the address names has to be there. */
function Picking({ number, changed, editor, onCancel, children }: PickingProps) {
  const { storyUuid } = useEditorStore();
  const story = useQuery(storyQuery(storyUuid)).data;
  // There is nothing to save here; the browser would save the page.
  useWindowEvent('keydown', (event) => {
    if (isSaveKey(event)) event.preventDefault();
  });
  if (story && !story.allowedActions.includes('edit')) return <Navigate to={editor} replace />;
  if (Number.isNaN(number)) return <Navigate to={editor} replace />;
  if (number !== undefined && !changed) return <StepGone {...{ number, editor, onCancel }} />;
  return children;
}

function Items() {
  const picking = usePicking();
  const { storyUuid, editor, onCancel } = picking;
  const chosen = useEditorState((state) => state.chosen);
  return (
    <Picking {...picking}>
      <ItemPickerPage {...{ storyUuid, editor, onCancel }} behind={chosen} />
    </Picking>
  );
}

function Images() {
  const picking = usePicking();
  const { storyUuid, itemUuid, steps, onAdd, onCancel } = picking;
  return (
    <Picking {...picking}>
      <ImagesPage room={STEPS_MAX - steps.length} {...{ storyUuid, itemUuid, onAdd, onCancel }} />
    </Picking>
  );
}

function SelectArea() {
  const picking = usePicking();
  const { storyUuid, itemUuid, steps, changed, onAdd } = picking;
  const cameFromImages = isFromImages(useLocation().state);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  // Cancel leads back to the images of the item, where another one can be chosen.
  const onCancel = () =>
    void (cameFromImages
      ? navigate(-1)
      : navigate(imageAddress({ storyUuid, itemUuid }, search.get(CANVAS) ?? '', search), { replace: true }));
  return (
    <Picking {...picking}>
      <SelectAreaPage
        stepId={changed?.id}
        othersOn={(image) => areasOn(steps, image, changed)}
        {...{ storyUuid, itemUuid, onAdd, onCancel }}
      />
    </Picking>
  );
}

function EditArea() {
  const picking = usePicking();
  const { storyUuid, number, steps, changed, onRegion, onCancel } = picking;
  return (
    <Picking {...picking}>
      {changed && number !== undefined && (
        <EditAreaPage
          stepId={changed.id}
          assetUuid={changed.image}
          region={changed.region}
          others={areasOn(steps, changed.image, changed)}
          {...{ storyUuid, number, onRegion, onCancel }}
        />
      )}
    </Picking>
  );
}

/** The pages of the story editor on which images and their areas are picked. */
export const storyPickingPages = { items: Items, images: Images, selectArea: SelectArea, editArea: EditArea };
