import * as Type from '@sinclair/typebox/type';
import { Uuid } from './scalar.ts';

/** Records by title, and whether each still exists. */
export const RecordNames = Type.Array(
  Type.Object({ uuid: Uuid, title: Type.String(), isThere: Type.Boolean() }),
);
