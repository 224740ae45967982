import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { oneOf } from './scalar.ts';

export const ImportState = oneOf(['PENDING', 'IN_PROGRESS', 'DONE', 'ERROR']);
export type ImportState = Static<typeof ImportState>;

/** Why an import stage failed, for a cataloguer: what happened, and what to do next. */
export const ImportCause = Type.Object({
  code: Type.String(),
  title: Type.String(),
  nextStep: Type.String(),
});
export type ImportCause = Static<typeof ImportCause>;

export const importStages = ['metadata', 'upload', 'processing', 'indexing', 'overall'] as const;
export type ImportStage = (typeof importStages)[number];
