import { useState } from 'react';
import { createMemoryRouter, RouterProvider, useNavigate, useParams, useSearchParams } from 'react-router';
import { EditAreaPage } from '../../apps/web/src/features/story-editor/picking/edit-area-page.tsx';
import { ImagesPage } from '../../apps/web/src/features/story-editor/picking/images-page.tsx';
import { ItemPickerPage } from '../../apps/web/src/features/story-editor/picking/item-picker-page.tsx';
import type { PickedStep } from '../../apps/web/src/features/story-editor/picking/picked-step.ts';
import { stepPickedFor } from '../../apps/web/src/features/story-editor/picking/picking-address.ts';
import { SelectAreaPage } from '../../apps/web/src/features/story-editor/picking/select-area-page.tsx';
import { StepGone } from '../../apps/web/src/features/story-editor/picking/step-gone.tsx';
import type { Region } from '../../apps/web/src/viewers/area/region.ts';

export const STORY = '00000000-0000-4000-9000-000000000001';
const EDITOR = `/story/editor/${STORY}`;

/** What a test gives the pages, and what it hears of them. */
export interface Told {
  /** How many more steps the story can have. */
  room: number;
  /** The id of the step that is chosen in the story. */
  behind?: string;
  /** Where the pages were. */
  address?: string;
  /** The steps that the story has. */
  steps: { id: string; assetUuid: string; region: Region }[];
  readonly added: PickedStep[][];
  /** The number of the step that an image was picked for. */
  readonly pickedFor: (number | undefined)[];
  readonly regions: Region[];
  readonly cancelled: string[];
}

export const nothingTold = (): Told => ({
  room: 500,
  steps: [],
  added: [],
  pickedFor: [],
  regions: [],
  cancelled: [],
});

/** The pages at their addresses, as the editor of a story mounts them. @param address below `/ui` */
export function PickingAlone({ address, told }: { address: string; told: Told }) {
  const [router] = useState(() => {
    const made = createMemoryRouter(
      [
        { path: EDITOR, element: <h1>The editor</h1> },
        {
          path: `${EDITOR}/cultural-item`,
          element: <Items told={told} />,
        },
        { path: `${EDITOR}/cultural-item/:itemUuid`, element: <Images told={told} /> },
        { path: `${EDITOR}/cultural-item/:itemUuid/select-area`, element: <SelectArea told={told} /> },
        { path: `${EDITOR}/selected-area-edit/:step`, element: <EditArea told={told} /> },
      ],
      { initialEntries: [address] },
    );
    made.subscribe(({ location }) => {
      told.address = location.pathname + location.search;
    });
    return made;
  });
  return (
    <main>
      <RouterProvider router={router} />
    </main>
  );
}

function useEvents(told: Told) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { itemUuid = '', step } = useParams();
  return {
    itemUuid,
    number: Number(step),
    onAdd: (steps: readonly PickedStep[]) => {
      told.added.push([...steps]);
      told.pickedFor.push(stepPickedFor(search));
      void navigate(EDITOR);
    },
    onRegion: (region: Region) => {
      told.regions.push(region);
      void navigate(EDITOR);
    },
    onCancel: () => {
      told.cancelled.push(itemUuid);
      void navigate(EDITOR);
    },
  };
}

function Items({ told }: { told: Told }) {
  const { onCancel } = useEvents(told);
  return <ItemPickerPage storyUuid={STORY} editor={EDITOR} behind={told.behind} onCancel={onCancel} />;
}

function Images({ told }: { told: Told }) {
  const { itemUuid, onAdd, onCancel } = useEvents(told);
  return <ImagesPage storyUuid={STORY} room={told.room} {...{ itemUuid, onAdd, onCancel }} />;
}

function SelectArea({ told }: { told: Told }) {
  const { itemUuid, onAdd, onCancel } = useEvents(told);
  return (
    <SelectAreaPage
      storyUuid={STORY}
      stepId={undefined}
      othersOn={() => []}
      {...{ itemUuid, onAdd, onCancel }}
    />
  );
}

function EditArea({ told }: { told: Told }) {
  const { number, onRegion, onCancel } = useEvents(told);
  const step = told.steps[number - 1];
  if (!step) return <StepGone editor={EDITOR} {...{ number, onCancel }} />;
  return (
    <EditAreaPage
      storyUuid={STORY}
      stepId={step.id}
      number={number}
      assetUuid={step.assetUuid}
      region={step.region}
      others={[]}
      {...{ onRegion, onCancel }}
    />
  );
}
