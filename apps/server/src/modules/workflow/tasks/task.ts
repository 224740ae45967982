import type { FieldProblem } from '@armarium/contract/problem';
import type { TemplateResourceType } from '@armarium/contract/templates';
import type { TaskTemplate } from '@armarium/contract/workflow';
import type { FieldTemplate, TaskName } from '../../records/public.ts';
import type { HeldRecord, PlanGround, RecordDraft } from '../transition.ts';

type Parameters = Readonly<Record<string, unknown>>;

export type TaskParameter = Omit<TaskTemplate['parameters'][number], 'options'> & {
  /** The values that it can have; absent: any. */
  readonly options?: readonly string[];
};

/** What the tenant has that tasks name. */
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

/** A task of a transition at work on one record. */
export interface TaskRun {
  readonly parameters: Parameters;
  readonly record: HeldRecord;
  /** What the record is by now, which changes are written to. */
  readonly draft: RecordDraft;
  readonly ground: PlanGround;
  /** Performs the transition of this name on what the record holds. */
  readonly cascade: (to: string, transition: string) => void;
}

/** What is read before the transitions of a plan are decided, for those that have a task that needs it. */
export type TaskNeed = 'fields' | 'files' | 'collections' | 'contents';

/** A guard or a change that a transition may have (decisions §8); one file each. */
export interface WorkflowTask {
  readonly name: TaskName;
  readonly label: string;
  readonly kind: 'guard' | 'change';
  readonly parameters: readonly TaskParameter[];
  readonly needs?: TaskNeed;
  /**
   * The values that are offered for a parameter.
   * @param types the kinds of records that are asked for
   */
  readonly offered?: (
    parameter: string,
    types: readonly TemplateResourceType[],
    ground: Pick<TaskGround, 'fieldsOf'>,
  ) => readonly string[] | undefined;
  /** Refuses parameters of the right types that name what is not there. */
  readonly judge?: (
    wanted: TaskWanted,
    ground: TaskGround,
    refuse: (name: string, code: FieldProblem['code'], message: string) => void,
  ) => void;
  /** @throws ProblemError where the record can't go through the transition */
  readonly apply: (run: TaskRun) => void;
}
