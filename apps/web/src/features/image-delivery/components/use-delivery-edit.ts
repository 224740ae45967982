import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { useWork } from '../../../ui/use-work.ts';
import {
  changeDelivery,
  deliveryQuery,
  sendWatermark,
  takeWatermarkAway,
  type ChosenPicture,
  type TaggedDelivery,
} from '../api/image-delivery.ts';
import {
  changedStanding,
  changesSize,
  draftOf,
  faultsOf,
  mergedDraft,
  publicSizeOf,
  standingOf,
  type DeliveryDraft,
  type Fault,
} from '../delivery-form.ts';

/** The settings as they were read, and what is chosen over them. */
interface EditedDelivery {
  readonly base: DeliveryDraft;
  readonly draft: DeliveryDraft;
  readonly tag: string | undefined;
}

const DRAFT = 'image-delivery';
let choices = 0;

/**
 * The form of the public size and the watermark. What is chosen outlives a failed save, a change by others, the end of the
 * session and a reload; the picture alone does not outlive the page.
 */
export function useDeliveryEdit({ answer, tag }: TaggedDelivery) {
  const queries = useQueryClient();
  const [edited, setEdited] = useState(() => recallDraft<EditedDelivery>(DRAFT));
  const [isRestored, setRestored] = useState(edited !== undefined);
  const [picture, setPicture] = useState<ChosenPicture>();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const { isWorking, failure, work, forgetFailure } = useWork();
  const isSet = answer.watermark !== null;
  const hasWatermark = isSet || picture !== undefined;
  const { base, draft } = edited ?? { base: draftOf(answer), draft: draftOf(answer) };
  const isChangedFrom = (one: DeliveryDraft, other: DeliveryDraft, marks = hasWatermark) =>
    changesSize(one, other) || (marks && changedStanding(one, other).length > 0);
  const isChanged = picture !== undefined || isChangedFrom(base, draft);
  useEffect(() => keepDraft(DRAFT, edited), [edited]);

  const end = () => {
    setEdited(undefined);
    setRestored(false);
    setPicture(undefined);
    setFaults([]);
    forgetFailure();
  };
  const change = (part: Partial<DeliveryDraft>) => {
    setEdited((before = { base, draft, tag }) => {
      const next = { ...before, draft: { ...before.draft, ...part } };
      return picture || isChangedFrom(next.base, next.draft) ? next : undefined;
    });
    setFaults((before) => before.filter((field) => !Object.hasOwn(part, field)));
  };
  const choose = (file: File | undefined) => {
    choices += 1;
    setPicture(file && { file, id: choices });
    setEdited((before = { base, draft, tag }) =>
      file || isChangedFrom(before.base, before.draft, isSet) ? before : undefined,
    );
    forgetFailure();
  };
  const takeOver = async () => {
    const theirs = await queries.fetchQuery({ ...deliveryQuery, staleTime: 0 });
    const now = draftOf(theirs.answer);
    setEdited(
      (before) =>
        before && { base: now, draft: mergedDraft(before.base, before.draft, now), tag: theirs.tag },
    );
  };
  /** Sends what was changed, part by part: a part that was saved is not sent again after another one failed. */
  const send = async (sent: EditedDelivery) => {
    let { base: stands, tag: seen } = sent;
    const keep = (saved: TaggedDelivery) => {
      stands = draftOf(saved.answer);
      seen = saved.tag;
      queries.setQueryData(deliveryQuery.queryKey, saved);
      // What is chosen while it is sent stays.
      setEdited((before) => before && { ...before, base: draftOf(saved.answer), tag: saved.tag });
    };
    const standing = standingOf(sent.draft);
    if (picture && standing) {
      keep(await sendWatermark(picture.file, standing, seen));
      setPicture((before) => (before === picture ? undefined : before));
    }
    const publicMaxPx = changesSize(stands, sent.draft) ? publicSizeOf(sent.draft) : undefined;
    const parts = hasWatermark ? changedStanding(stands, sent.draft) : [];
    if (publicMaxPx === undefined && parts.length === 0) return;
    const watermark =
      standing && parts.length > 0 && Object.fromEntries(parts.map((part) => [part, standing[part]]));
    keep(
      await changeDelivery(
        { ...(publicMaxPx !== undefined && { publicMaxPx }), ...(watermark && { watermark }) },
        seen,
      ),
    );
  };
  /** @returns whether everything was saved */
  const save = async (): Promise<boolean> => {
    if (!edited) return false;
    const found = faultsOf(draft, hasWatermark);
    setFaults(found);
    if (found.length > 0) return false;
    const isSaved = await work(async () => {
      try {
        await send(edited);
      } catch (error) {
        if (isProblem(error, 'stale')) await takeOver();
        throw error;
      }
    });
    if (isSaved) {
      setRestored(false);
      setEdited((before) => (before && isChangedFrom(before.base, before.draft) ? before : undefined));
    }
    return isSaved;
  };
  /** Takes the watermark away at once. @throws ApiProblem `stale` where others changed the settings meanwhile */
  const remove = async () => {
    try {
      await takeWatermarkAway(tag);
    } finally {
      await takeOver();
    }
  };

  return {
    draft,
    picture,
    hasWatermark,
    isChanged,
    isRestored: isRestored && isChanged,
    faults,
    failure,
    isWorking,
    change,
    choose,
    save,
    remove,
    discard: end,
    /** Drops what was chosen for what others have set. */
    loadCurrent: async () => {
      end();
      await queries.invalidateQueries(deliveryQuery);
    },
  };
}

export type DeliveryEdit = ReturnType<typeof useDeliveryEdit>;
