import { sql } from 'kysely';
import type { RecordType } from '@armarium/contract/record-types';
import { seeingEverything, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import {
  contentsOf,
  fieldTemplates,
  kindOf,
  lockGraph,
  recordKinds,
  type FieldTemplate,
  type RecordContents,
  type RecordKind,
} from '../records/public.ts';
import { noteAgreements, partedByAgreement, unconfirmedImages, type ClosedImage } from '../story/public.ts';
import { planTransitions, type Plan } from './transition-plan.rules.ts';
import type { HeldRecord, PlanGround, Transition } from './transition.ts';
import {
  allTransitions,
  fieldLabels,
  holdRecords,
  linkTargets,
  membersOf,
  unreadyFiles,
  type LinkTargets,
} from './workflow.queries.ts';
import { findTask } from './tasks/known-tasks.ts';
import { writePlan } from './workflow.writes.ts';

/**
 * The most items of collections that one transition may change: they are read, locked and written in one
 * transaction.
 */
const CASCADED_ITEMS_MAX = 10_000;
/** The most records that the cascades of a trial may reach (decisions §13). */
const TRIAL_CASCADED_MAX = 1_000;

export interface TransitionWanted {
  readonly resourceType: string;
  /** The uuid of the transition. */
  readonly transition: string;
  readonly uuids: readonly string[];
  readonly comment: string;
  /** Images that the actor agrees to show in the stories that become public (decisions §14). */
  readonly confirmedImages?: readonly string[] | undefined;
  /** The batch, or the set of changes of several transactions, whose effects go out together. */
  readonly collectedBy?: string | undefined;
}

/** What a transition did, in the transaction that performed it. */
export interface PerformedTransition {
  readonly results: readonly TransitionResult[];
  readonly plan: Plan;
  /** `collection record` pairs that were linked before. */
  readonly links: ReadonlySet<string>;
}

/** The result for one record: the uuid of its entry in the log, or why it was refused. */
export type TransitionResult =
  | { readonly uuid: string; readonly outcome: 'done'; readonly log: string }
  | { readonly uuid: string; readonly outcome: 'refused'; readonly problem: ProblemError };

/**
 * Performs one transition on any number of records, in a number of statements that does not depend on that
 * number (decisions §8). A record succeeds or fails as a whole: its guards and changes run in order, together
 * with those of the records that a CASCADE reaches from it. Either all of it is written, with log and
 * history, or the record is refused and nothing is. A refused record does not stop the others. It takes the
 * lock of the graph.
 *
 * Problems of single records: `not-found`, `forbidden`, `state-changed`, `comment-required`,
 * `metadata-missing` (with the fields), `assets-not-ready`, `task-impossible`, `cascade-refused`, `images-not-confirmed`.
 *
 * @returns one result for each uuid, in their order; duplicates count once
 * @throws ProblemError 422 `transitionUuid` where this kind of record has no such transition
 */
export async function performTransitions(
  tx: WriteTransaction,
  wanted: TransitionWanted,
): Promise<readonly TransitionResult[]> {
  return (await perform(tx, wanted, false)).results;
}

/**
 * Performs a transition in a transaction that is going to be rolled back: as `performTransitions`, but its cascades reach
 * at most 1,000 records.
 */
export function performForTrial(
  tx: WriteTransaction,
  wanted: TransitionWanted,
): Promise<PerformedTransition> {
  return perform(tx, wanted, true);
}

async function perform(
  tx: WriteTransaction,
  { resourceType, transition: uuid, uuids, comment, confirmedImages = [], collectedBy }: TransitionWanted,
  isTrial: boolean,
): Promise<PerformedTransition> {
  await lockGraph(tx);
  const transitions = await allTransitions(tx.db);
  const transition = transitions.find((one) => one.uuid === uuid.toLowerCase());
  if (transition?.resourceType !== resourceType) {
    throw invalid([
      {
        name: 'transitionUuid',
        code: 'unknown-transition',
        message: 'This action does not exist (any more) for this kind of record. Choose another.',
      },
    ]);
  }
  const wanted = [...new Set(uuids.map((one) => one.toLowerCase()))];
  const ground = await readGround(tx, {
    transition,
    transitions,
    uuids: wanted,
    comment: comment.trim(),
    confirmedImages,
    isTrial,
  });
  const plan = planTransitions(ground, transition, wanted);
  const logs = await seeingEverything(tx, () =>
    writePlan(tx, plan, { comment: ground.comment, links: ground.targets.links, collectedBy }),
  );
  const opened = [...ground.agreed].filter(
    ([story]) => !plan.refused.has(story) && plan.drafts.get(story)?.visibility === 'public',
  );
  await noteAgreements(tx, new Map(opened));
  const results = wanted.map((record): TransitionResult => {
    const problem = plan.refused.get(record);
    if (problem) return { uuid: record, outcome: 'refused', problem };
    return { uuid: record, outcome: 'done', log: logs.get(record) ?? '' };
  });
  return { results, plan, links: ground.targets.links };
}

type Ground = PlanGround & {
  readonly targets: LinkTargets;
  /** The images that the actor agrees to show, by story. */
  readonly agreed: ReadonlyMap<string, readonly ClosedImage[]>;
};

/** Reads and locks everything that the transition and its cascades need. */
async function readGround(
  tx: WriteTransaction,
  given: {
    transition: Transition;
    transitions: readonly Transition[];
    uuids: readonly string[];
    comment: string;
    confirmedImages: readonly string[];
    isTrial: boolean;
  },
): Promise<Ground> {
  const { transition, transitions, uuids, comment, isTrial } = given;
  const reached = withCaused(transition, transitions);
  const { records, members } = await holdReached(tx, transition, uuids, reached, isTrial);
  const ofType = (type: RecordType) =>
    [...records.values()].filter((record) => record.resourceType === type).map((record) => record.uuid);

  const unready = new Map<string, number>();
  const closedImages = new Map<string, readonly ClosedImage[]>();
  const agreed = new Map<string, readonly ClosedImage[]>();
  const templates = new Map<RecordType, readonly FieldTemplate[]>();
  const labels = new Map<RecordType, ReadonlyMap<string, string>>();
  for (const kind of recordKinds()) {
    const type = kind.resourceType;
    const tasks = reached.filter((one) => one.resourceType === type).flatMap((one) => one.tasks);
    const needs = new Set(tasks.map(({ templateName }) => findTask(templateName)?.needs));
    if (needs.has('files')) {
      for (const [uuid, files] of await unreadyFiles(tx.db, kind, ofType(type))) unready.set(uuid, files);
    }
    if (needs.has('images') && type === 'STORY') {
      for (const [story, images] of await unconfirmedImages(tx.db, ofType(type))) {
        const parted = partedByAgreement(images, given.confirmedImages);
        if (parted.left.length > 0) closedImages.set(story, parted.left);
        agreed.set(story, parted.agreed);
      }
    }
    if (needs.has('fields')) {
      templates.set(type, await fieldTemplates(tx.db, type));
      labels.set(type, await fieldLabels(tx.db, type));
    }
  }
  // The organisation chooses the collection that a task links to. The person who performs it need not see it.
  const targets = await seeingEverything(tx, () => targetsOf(tx, reached, ofType));
  return {
    actor: tx.actor,
    comment,
    today: new Date().toISOString().slice(0, 10),
    transitions,
    records,
    membersOf: (record, to) => members.get(`${to} ${record.uuid}`) ?? [],
    unready,
    closedImages,
    templatesOf: (type) => templates.get(type) ?? [],
    labelOf: (type, field) => labels.get(type)?.get(field) ?? field,
    linkObstacle: (record, collection) => {
      if (!targets.standing.has(collection)) {
        return 'The collection that records are linked to does not exist any more.';
      }
      if (!targets.loops.has(`${collection} ${record.uuid}`)) return undefined;
      return 'The collection that records are linked to is this collection or one below it.';
    },
    targets,
    agreed,
  };
}

/**
 * A transition with all transitions that its cascades may perform. Cascades lead to the contents of a record,
 * never back.
 */
function withCaused(transition: Transition, transitions: readonly Transition[]): Transition[] {
  const reached = new Set([transition]);
  for (const one of reached) {
    for (const { templateName, parameters } of one.tasks) {
      if (findTask(templateName)?.needs !== 'contents') continue;
      const type = contentsOf(one.resourceType).find(({ name }) => name === parameters['to'])?.resourceType;
      for (const caused of transitions) {
        if (caused.resourceType === type && caused.name === parameters['transition']) reached.add(caused);
      }
    }
  }
  return [...reached];
}

/** Locks the records of a transition and those that its cascades reach, one kind after the other. */
async function holdReached(
  tx: WriteTransaction,
  { resourceType }: Transition,
  uuids: readonly string[],
  reached: readonly Transition[],
  isTrial: boolean,
): Promise<{ records: Map<string, HeldRecord>; members: Map<string, string[]> }> {
  const records = new Map<string, HeldRecord>();
  const members = new Map<string, string[]>();
  const hold = async (kind: RecordKind, wanted: readonly string[]) => {
    const held = await holdRecords(tx, kind, wanted);
    for (const record of held) records.set(record.uuid, record);
    return held.map(({ uuid }) => uuid);
  };
  let holders = await hold(kindOf(resourceType), uuids);

  const cascades = reached.flatMap(({ tasks }) =>
    tasks.flatMap(({ templateName, parameters }) =>
      findTask(templateName)?.needs === 'contents' ? [parameters['to']] : [],
    ),
  );
  const chain = contentsOf(resourceType);
  const deepest = chain.findLastIndex(({ name }) => cascades.includes(name));
  // By kind: the records reached so far, from which the next step starts.
  let reaching = new Map<string, readonly string[]>();
  let left = TRIAL_CASCADED_MAX;
  for (const contents of chain.slice(0, deepest + 1)) {
    if (isTrial) left -= await requireFewForTrial(tx.db, contents, holders, left);
    else if (contents.isUnbounded) await requireFew(tx.db, contents, holders);
    const held = await membersOf(tx.db, contents, holders);
    const reachedHere = new Map<string, readonly string[]>(held);
    for (const [record, between] of reaching) {
      reachedHere.set(record, [...new Set(between.flatMap((uuid) => held.get(uuid) ?? []))]);
    }
    for (const [record, all] of reachedHere) members.set(`${contents.name} ${record}`, [...all]);
    holders = await hold(kindOf(contents.resourceType), [...new Set([...held.values()].flat())]);
    reaching = reachedHere;
  }
  return { records, members };
}

/** @throws ProblemError 409 where some records hold more than one transaction may change */
async function requireFew(
  db: TenantQueries,
  contents: RecordContents,
  uuids: readonly string[],
): Promise<void> {
  if ((await countContents(db, contents, uuids, CASCADED_ITEMS_MAX)) <= CASCADED_ITEMS_MAX) return;
  const most = CASCADED_ITEMS_MAX.toLocaleString('en');
  throw new ProblemError(
    'cascade-refused',
    `More than ${most} items are directly in it, and this action changes all of them at once. ` +
      'Select the items in the list of the collection and use the workflow actions there, which run in the background; ' +
      'the collection itself needs an action that does not change its items.',
  );
}

/**
 * @param most how many may be reached
 * @returns how many are reached
 * @throws ProblemError 409 where there are more
 */
async function requireFewForTrial(
  db: TenantQueries,
  contents: RecordContents,
  uuids: readonly string[],
  most: number,
): Promise<number> {
  const count = await countContents(db, contents, uuids, most);
  if (count <= most) return count;
  throw new ProblemError(
    'cascade-refused',
    `The action takes more than ${TRIAL_CASCADED_MAX.toLocaleString('en')} records along, and a trial takes no more. ` +
      'Try it on a record that holds less.',
  );
}

/** The number of records that some records hold, counted up to one more than `most`. */
async function countContents(
  db: TenantQueries,
  contents: RecordContents,
  uuids: readonly string[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select count(*)::integer as records from (
      select from (${contents.pairs(uuids)}) as pair limit ${most + 1}
    ) as held`.execute(db);
  return rows[0]?.records ?? 0;
}

async function targetsOf(
  tx: WriteTransaction,
  reached: readonly Transition[],
  ofType: (type: RecordType) => readonly string[],
): Promise<LinkTargets> {
  const targets = reached
    .flatMap(({ tasks }) => tasks)
    .filter(({ templateName }) => findTask(templateName)?.needs === 'collections')
    .map(({ parameters }) => String(parameters['collection']).toLowerCase());
  if (targets.length === 0) return { standing: new Set(), loops: new Set(), links: new Set() };
  return linkTargets(tx.db, targets, ofType);
}
