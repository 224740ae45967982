import type { Implementation } from '../../http/operation-route.ts';
import { historyOperations } from './history-operations.ts';
import { templateEdits } from './template-edits.ts';
import { templateOperations } from './template-operations.ts';
import { usageOperations } from './template-usage.ts';

export {
  changedMetadata,
  changedProperties,
  isChanged,
  readableValues,
  valuesOf,
  type Values,
} from './changed-fields.ts';
export { daysOfMonth } from './dates/calendar-day.ts';
export { hiddenAmong } from './hidden-records.ts';
export { OPEN_START } from './dates/date-range.ts';
export { type Edit, decideEdit, requireOneOf, requireReach } from './edit.rules.ts';
export { foundFields, keepDates, keepRecordWords, namedFields } from './found-fields.ts';
export { lockGraph, shareGraph } from './graph-lock.ts';
export { recordHistoryPage } from './history-operations.ts';
export {
  contentsOf,
  followingColumns,
  kindOf,
  recordKinds,
  registerKind,
  tasksOf,
  type RecordContents,
  type RecordKind,
  type RecordLinks,
  type RecordSearch,
  type TaskName,
} from './kinds.ts';
export { columnOrOwners, joinRecords, ownerAlias, recordColumn } from './record-joins.ts';
export { createRecords, type NewRecord } from './create-records.ts';
export { editRecord } from './edit-record.ts';
export { editRecords, type EditableRow, type RecordEdit } from './edit-records.ts';
export { writeMetadata } from './write-metadata.ts';
export { countWordsJob } from './jobs/count-words.job.ts';
export { indexFieldsJob } from './jobs/index-fields.job.ts';
export {
  type FieldTemplate,
  type Mirrors,
  editedMetadata,
  isSameMetadata,
  mirrorOf,
  newMetadata,
  refuseSurelyTooLong,
} from './metadata.rules.ts';
export { historyLink, hrefOf } from './record-links.ts';
export {
  cleanLabels,
  cleanText,
  nearPressmarkKey,
  normalisePressmark,
  sortPressmark,
  sortTitle,
} from './record-text.ts';
export { askedDays, numberRange, type WholeRange } from './range-words.ts';
export {
  fieldWordsCondition,
  filterConditions,
  prefixesOf,
  readSearch,
  searchCondition,
  searchConditions,
  soughtBeginnings,
  type Completions,
  type FieldFilters,
  type SearchScope,
} from './search-condition.ts';
export { searchRanks } from './search-ranks.ts';
export {
  closeWords,
  isVocabularyWord,
  itemsOfWord,
  wordsBeginning,
  wordsInPlaceOf,
} from './vocabulary.queries.ts';
export { stateView } from './template-operations.ts';
export type { Departure, TrashHooks } from './trash-hooks.ts';
export { standingRecord } from './standing-record.ts';
export { allFields, choiceFields, fieldTemplates, fieldTypesOf } from './template.queries.ts';
export {
  type NewTemplate,
  addTemplate,
  archiveTemplate,
  arrangeTemplates,
  changeTemplate,
  createTemplates,
  lockTemplates,
} from './template.writes.ts';
export { recordsByField } from './template-usage.ts';
export { transitionsByState, transitionsFrom } from './transition.queries.ts';
export {
  type KnownTransition,
  type TransitionRight,
  availableTransitions,
  countingRoles,
  mayPerform,
  transitionReach,
} from './transition.rules.ts';

/** The operations on fields, states and histories of records. */
export const recordOperations: Implementation[] = [
  ...templateOperations,
  ...templateEdits,
  ...usageOperations,
  ...historyOperations,
];
