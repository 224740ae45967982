import type { RecordType } from '@armarium/contract/record-types';
import type { MetadataEntry, Visibility } from '@armarium/contract/records';
import type { TemplateResourceType } from '@armarium/contract/templates';
import type { Actor } from '../../db/database.ts';
import type { FieldTemplate, TransitionRight } from '../records/public.ts';

export interface Task {
  readonly uuid: string;
  readonly templateName: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A transition with its tasks in their order. */
export interface Transition extends TransitionRight {
  readonly uuid: string;
  readonly name: string;
  readonly resourceType: TemplateResourceType;
  readonly fromState: string;
  readonly toState: string;
  readonly tasks: readonly Task[];
}

/** A record as it stands, locked. */
export interface HeldRecord {
  readonly uuid: string;
  readonly resourceType: RecordType;
  readonly title: string;
  readonly createdBy: string | null;
  readonly state: string;
  /** Of an asset that of its item. */
  readonly visibility: Visibility;
  readonly metadata: readonly MetadataEntry[];
  readonly sortTitle: string;
}

/** Everything that deciding needs, read before. */
export interface PlanGround {
  readonly actor: Actor;
  readonly comment: string;
  /** A full date, such as 2026-11-21. */
  readonly today: string;
  readonly transitions: readonly Transition[];
  /** By their uuids, those that a cascade may reach among them. */
  readonly records: ReadonlyMap<string, HeldRecord>;
  /** What a cascade reaches: the uuids of what a record holds, by the name of that (`RecordContents`). */
  readonly membersOf: (record: HeldRecord, to: string) => readonly string[];
  /** How many files of a record are not DONE, by its uuid; absent: none. */
  readonly unready: ReadonlyMap<string, number>;
  readonly templatesOf: (resourceType: RecordType) => readonly FieldTemplate[];
  /** What people call a field. */
  readonly labelOf: (resourceType: RecordType, field: string) => string;
  /** Why a record can't be linked to a collection: it is gone, or stands below the record. Undefined: it can. */
  readonly linkObstacle: (record: HeldRecord, collection: string) => string | undefined;
}

/** What a record is while its transitions are thought through. */
export interface RecordDraft {
  state: string;
  visibility: Visibility;
  metadata: readonly MetadataEntry[];
  readonly links: Set<string>;
}
