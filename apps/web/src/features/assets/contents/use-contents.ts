import type { ItemPresentation } from '@armarium/contract/item-presentation';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiProblem, isProblem, problemNamed } from '../../../lib/api-problem.ts';
import { itemPresentationQuery } from '../../../records/api/item-presentation.ts';
import { cachedPresentation, changePresentation, refetchPresentation } from '../api/change-presentation.ts';
import { keepSheetTag } from '../api/contact-sheet.ts';
import { useSavedAhead } from '../sheet/use-saved-ahead.ts';
import type { InTurn } from '../sheet/use-turns.ts';
import { isSameOutline, type Outline } from './outline.ts';

/** What can be changed of how an item is presented. */
interface Presented extends Pick<ItemPresentation, 'viewingDirection' | 'behavior'> {
  readonly contents: Outline;
}
export type PresentationPart = Partial<Presented>;

/** The table of contents of an item and its settings, as the user wants them. */
export function useContents(uuid: string, isWanted: boolean, inTurn: InTurn) {
  const { data, error, refetch } = useQuery({ ...itemPresentationQuery(uuid), enabled: isWanted });
  const { ahead, keep } = useSavedAhead<PresentationPart>(inTurn, (before, part) => ({ ...before, ...part }));
  const stored = useMemo(() => data && presentedOf(data.presentation), [data]);
  const shown = useMemo(() => stored && { ...stored, ...ahead }, [stored, ahead]);

  return {
    shown,
    /** Why nothing is shown. */
    error: shown ? null : error,
    refetch,
    mayArrange: data?.presentation.allowedActions.includes('arrange') === true,
    /** What is shown of the fields that a change names. */
    partNow: (part: PresentationPart): PresentationPart => fieldsLike(part, shown ?? {}),
    /**
     * @param expected what has to stand there; without it what is shown
     * @throws ApiProblem where it can't be saved, 412 where somebody else has changed it
     */
    change: (part: PresentationPart, expected?: PresentationPart): Promise<void> =>
      keep(part, () => {
        let based: PresentationPart = { ...stored, ...expected };
        return async (round) => {
          based = presentedOf(await write(uuid, round, based));
        };
      }),
  };
}

function presentedOf({ viewingDirection, behavior, contents }: ItemPresentation): Presented {
  return {
    viewingDirection,
    behavior,
    // The server does not tell readers which image has left the item. An empty uuid belongs to no image.
    contents: contents.map(({ uuid, label, depth, first, last }) => ({
      uuid,
      label,
      depth,
      first: first ?? '',
      last,
    })),
  };
}

/** The fields that a part names, with their values from another one. */
function fieldsLike(part: PresentationPart, of: PresentationPart): PresentationPart {
  return {
    ...(part.contents && of.contents && { contents: of.contents }),
    ...(part.viewingDirection !== undefined && { viewingDirection: of.viewingDirection ?? null }),
    ...(part.behavior !== undefined && { behavior: of.behavior ?? null }),
  };
}

/**
 * Sends a change. Where the item was changed by other means meanwhile, such as a new order, it is sent once more.
 * @param based what the change was made from
 * @throws ApiProblem 412 where somebody else has changed the same fields
 */
async function write(
  uuid: string,
  part: PresentationPart,
  based: PresentationPart,
): Promise<ItemPresentation> {
  const seen = cachedPresentation(uuid) ?? (await refetchPresentation(uuid));
  if (!saysSame(seen.presentation, based, part)) throw new ApiProblem(412, problemNamed('stale', 412));
  try {
    return await send(uuid, part, seen.tag);
  } catch (error) {
    if (!isProblem(error, 'stale')) throw error;
    const now = await refetchPresentation(uuid);
    if (!saysSame(now.presentation, based, part)) throw error;
    return send(uuid, part, now.tag);
  }
}

async function send(
  uuid: string,
  part: PresentationPart,
  tag: string | undefined,
): Promise<ItemPresentation> {
  const { contents, ...rest } = part;
  const saved = await changePresentation(
    uuid,
    { ...rest, ...(contents && { contents: [...contents] }) },
    tag,
  );
  await keepSheetTag(uuid, tag, saved.tag);
  return saved.presentation;
}

/** Whether the stored fields that a change names are still those that it was made from. */
function saysSame(now: ItemPresentation, based: PresentationPart, part: PresentationPart): boolean {
  return (
    (part.contents === undefined || isSameOutline(presentedOf(now).contents, based.contents ?? [])) &&
    (part.viewingDirection === undefined || now.viewingDirection === (based.viewingDirection ?? null)) &&
    (part.behavior === undefined || now.behavior === (based.behavior ?? null))
  );
}
