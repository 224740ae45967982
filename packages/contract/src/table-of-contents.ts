import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { closed } from './operation.ts';
import { Uuid } from './scalar.ts';

/** The most entries of a table of contents. */
export const CONTENTS_ENTRIES = 2000;
/** The most levels of a table of contents. */
export const CONTENTS_LEVELS = 10;
export const CONTENTS_LABEL_LENGTH = 500;

/**
 * An entry of a table of contents: a part of an item's images, a range in manifests. The entries stand in one list, each
 * followed by the entries within it, which have a greater depth.
 */
export const ContentsEntry = Type.Object(
  {
    uuid: Uuid,
    label: Type.String({ minLength: 1, maxLength: CONTENTS_LABEL_LENGTH }),
    /** 0 at the top; at most one more than that of the entry before. */
    depth: Type.Integer({ minimum: 0, maximum: CONTENTS_LEVELS - 1 }),
    /** The image that it begins with. */
    first: Uuid,
    /** The image that it ends with; null: it ends where the next entry begins. */
    last: Type.Union([Uuid, Type.Null()]),
  },
  closed,
);
export type ContentsEntry = Static<typeof ContentsEntry>;
