import type { FieldProblem } from '@armarium/contract/problem';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { TaskTemplate } from '@armarium/contract/transition-tasks';
import type { FieldTemplate, TaskName } from '../../records/public.ts';
import type { HeldRecord, PlanGround, RecordDraft } from '../transition.ts';

type Parameters = Readonly<Record<string, unknown>>;

export type TaskParameter = Omit<TaskTemplate['parameters'][number], 'options'> & {
  /** The allowed values; absent: any. */
  readonly options?: readonly string[];
};

/** The names in the tenant that tasks may refer to. */
export interface TaskGround {
  readonly fieldsOf: (resourceType: TemplateResourceType) => readonly FieldTemplate[];
  readonly isTransition: (resourceType: TemplateResourceType, name: string) => boolean;
  readonly isCollection: (uuid: string) => boolean;
}

export interface TaskWanted {
  readonly templateName: string;
  readonly parameters: Parameters;
  readonly resourceType: TemplateResourceType;
}

/** One task of a transition, applied to one record. */
export interface TaskRun {
  readonly parameters: Parameters;
  readonly record: HeldRecord;
  /** The record with the changes so far; tasks write their changes to it. */
  readonly draft: RecordDraft;
  readonly ground: PlanGround;
  /** Performs the transition of this name on the contents `to` of the record. */
  readonly cascade: (to: string, transition: string) => void;
}

/** Data that is read before the transitions of a plan are decided, if one of their tasks needs it. */
export type TaskNeed = 'fields' | 'files' | 'collections' | 'contents' | 'images';

/** A guard, a change or an effect that a transition may have (decisions §8); one file for each. */
export interface WorkflowTask {
  readonly name: TaskName;
  readonly label: string;
  readonly kind: 'guard' | 'change' | 'effect';
  readonly parameters: readonly TaskParameter[];
  readonly needs?: TaskNeed;
  /**
   * The options of a parameter.
   * @param types the requested kinds of records
   */
  readonly offered?: (
    parameter: string,
    types: readonly TemplateResourceType[],
    ground: Pick<TaskGround, 'fieldsOf'>,
  ) => readonly string[] | undefined;
  /** Refuses parameters of the right types that refer to something that does not exist. */
  readonly judge?: (
    wanted: TaskWanted,
    ground: TaskGround,
    refuse: (name: string, code: FieldProblem['code'], message: string) => void,
  ) => void;
  /**
   * Guards and changes have it. An effect is performed after the transition (`effects/`).
   * @throws ProblemError where the record can't pass the transition
   */
  readonly apply?: (run: TaskRun) => void;
}
