import type { RecordType, TemplateResourceType } from '@armarium/contract/record-types';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Visibility } from '@armarium/contract/visibility';
import type { Actor } from '../../db/database.ts';
import type { FieldTemplate, TransitionRight } from '../records/public.ts';
import type { ClosedImage } from '../story/public.ts';

export interface Task {
  readonly uuid: string;
  readonly templateName: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A transition with its tasks in order. */
export interface Transition extends TransitionRight {
  readonly uuid: string;
  readonly name: string;
  readonly resourceType: TemplateResourceType;
  readonly fromState: string;
  readonly toState: string;
  readonly tasks: readonly Task[];
}

/** A locked record before the transition. */
export interface HeldRecord {
  readonly uuid: string;
  readonly resourceType: RecordType;
  readonly title: string;
  readonly createdBy: string | null;
  readonly state: string;
  /** For an asset, the visibility of its item. */
  readonly visibility: Visibility;
  readonly metadata: readonly MetadataEntry[];
  readonly sortTitle: string;
}

/** The data for planning, read in advance. */
export interface PlanGround {
  readonly actor: Actor;
  readonly comment: string;
  /** A full date, such as 2026-11-21. */
  readonly today: string;
  readonly transitions: readonly Transition[];
  /** By uuid, including those that a cascade may reach. */
  readonly records: ReadonlyMap<string, HeldRecord>;
  /**
   * The contents that a cascade reaches: uuids, by record and the name of the contents (`RecordContents`).
   */
  readonly membersOf: (record: HeldRecord, to: string) => readonly string[];
  /** The number of files that are not DONE, by the uuid of the record; absent: none. */
  readonly unready: ReadonlyMap<string, number>;
  /** The images that a story would show to the public and nobody has agreed to, by its uuid; absent: none. */
  readonly closedImages: ReadonlyMap<string, readonly ClosedImage[]>;
  readonly templatesOf: (resourceType: RecordType) => readonly FieldTemplate[];
  /** The label of a field. */
  readonly labelOf: (resourceType: RecordType, field: string) => string;
  /**
   * Why a record can't be linked to a collection: the collection is gone, or is below the record. Undefined:
   * it can.
   */
  readonly linkObstacle: (record: HeldRecord, collection: string) => string | undefined;
}

/** A record with the changes of its transitions so far. */
export interface RecordDraft {
  state: string;
  visibility: Visibility;
  metadata: readonly MetadataEntry[];
  readonly links: Set<string>;
}
