import { tryTransition, type TrialChange, type TrialEffect } from '@armarium/contract/transition-trials';
import type { BodyOf } from '@armarium/contract/operation';
import type { TenantData, TenantQueries, WriteTransaction } from '../../db/database.ts';
import { rolledBackWithin, TimeOver } from '../../db/rolled-back.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { mailSettings, previewOf, type MailConfig } from '../deliveries/public.ts';
import { changedMetadata, changedProperties } from '../records/public.ts';
import { messagesOf } from './effects/effect-messages.ts';
import { firstText } from './first-text.ts';
import { performForTrial, type PerformedTransition } from './perform-transitions.ts';
import type { PlannedStep } from './transition-plan.rules.ts';
import { allTransitions } from './workflow.queries.ts';

/** A trial ends within this time (decisions §13); others may wait for the lock of the graph meanwhile. */
const TRIAL_MAX_MS = 5_000;

/** The trial of transitions (decisions §13). @param config for the messages that would be sent */
export function trialOperations(config: MailConfig): Implementation[] {
  return [
    implement(tryTransition, ({ data, params, body }) =>
      tryOut(data, params.uuid.toLowerCase(), body, config),
    ),
  ];
}

/**
 * Performs a transition, describes what it did, and rolls it back.
 * @throws ProblemError 404, 409 `cascade-refused`, 503 `trial-too-long`
 */
async function tryOut(
  data: TenantData,
  uuid: string,
  { uuids, comment = '' }: BodyOf<typeof tryTransition>,
  config: MailConfig,
) {
  const transition = (await data.read(allTransitions)).find((one) => one.uuid === uuid);
  if (!transition) throw notFound('The transition');
  const { resourceType } = transition;
  try {
    return await rolledBackWithin(TRIAL_MAX_MS, data, 'transition', async (tx) => {
      const performed = await performForTrial(tx, { resourceType, transition: uuid, uuids, comment });
      return {
        records: await recordsOf(tx.db, performed),
        effects: await effectsOf(tx, config),
      };
    });
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    throw new ProblemError(
      'trial-too-long',
      'A trial takes five seconds at most: this one was ended, and nothing was changed. Other changes of the catalogue may have kept it ' +
        'waiting: try again in a moment, or with fewer records.',
    );
  }
}

async function recordsOf(db: TenantQueries, { results, plan, links }: PerformedTransition) {
  const changes = new Map<string, TrialChange[]>();
  const told = new Set<string>();
  const titles = await titlesOf(db, new Set([...plan.drafts.values()].flatMap((draft) => [...draft.links])));
  for (const step of plan.steps) {
    const chosen = chosenRecord(step);
    const known = changes.get(chosen) ?? [];
    changes.set(chosen, known);
    const { uuid, resourceType } = step.record;
    const { name, fromState, toState } = step.transition;
    // A record that several steps change comes into its collections with the first of them.
    const isFirst = !told.has(uuid);
    told.add(uuid);
    known.push({
      uuid,
      resourceType,
      sgtt: firstText(step.after.metadata, 'sgtt') || step.record.title,
      transition: { name, itemFromState: fromState, itemToState: toState },
      fields: [
        ...changedProperties({ ...step.before }, { ...step.after }, ['state', 'visibility']),
        ...changedMetadata(step.before.metadata, step.after.metadata),
      ],
      entered: isFirst
        ? [...(plan.drafts.get(uuid)?.links ?? [])]
            .filter((collection) => !links.has(`${collection} ${uuid}`))
            .map((collection) => ({ uuid: collection, sgtt: titles.get(collection) ?? '' }))
        : [],
    });
  }
  return results.map((result) =>
    result.outcome === 'done'
      ? { uuid: result.uuid, outcome: result.outcome, causes: [], changes: changes.get(result.uuid) ?? [] }
      : {
          uuid: result.uuid,
          outcome: result.outcome,
          causes: [causeOf(result.problem)],
          changes: [],
        },
  );
}

const causeOf = ({ code, message, fields }: ProblemError) => ({ code, detail: message, fields: [...fields] });

/** The uuid of the record whose transition led to a step. */
function chosenRecord({ record, causedBy }: PlannedStep): string {
  return causedBy ? chosenRecord(causedBy) : record.uuid;
}

async function titlesOf(db: TenantQueries, collections: ReadonlySet<string>): Promise<Map<string, string>> {
  if (collections.size === 0) return new Map();
  const rows = await db
    .selectFrom('collection')
    .select(['uuid', 'sgtt'])
    .where('uuid', 'in', [...collections])
    .execute();
  return new Map(rows.map(({ uuid, sgtt }) => [uuid, sgtt]));
}

/** What the transaction wrote into the outbox, as it would be sent. The secrets of webhooks stay out. */
async function effectsOf({ db, changeSet }: WriteTransaction, config: MailConfig): Promise<TrialEffect[]> {
  const rows = await db
    .selectFrom('effect')
    .selectAll()
    .where('collected_by', '=', changeSet)
    // By the index of what is not composed: nothing is ever deleted from the table.
    .where('composed_at', 'is', null)
    .orderBy('uuid')
    .execute();
  const settings = await mailSettings(db, config);
  const effects: TrialEffect[] = [];
  for (const row of rows) {
    // Of mail the recipients of one language have one content.
    const byContent = new Map<unknown, TrialEffect['messages'][number]>();
    for (const message of await messagesOf(db, row, settings)) {
      const known = byContent.get(message.content);
      if (known) known.recipients.push(message.recipient);
      else
        byContent.set(message.content, { recipients: [message.recipient], ...previewOf(message, settings) });
    }
    effects.push({
      taskUuid: row.task_uuid,
      templateName: row.template_name,
      recordsCount: row.records,
      messages: [...byContent.values()],
    });
  }
  return effects;
}
