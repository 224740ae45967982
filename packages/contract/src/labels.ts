import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { closed } from './operation.ts';

/** What a field, state or transition is called in each language of the screens (decisions §13). */
export const Labels = Type.Object({ en: Type.Optional(Type.String()), it: Type.Optional(Type.String()) });
export type Labels = Static<typeof Labels>;

const Given = Type.Optional(Type.String({ maxLength: 200 }));

/** The labels of a body: they replace those that there are, and an empty one is left out. */
export const GivenLabels = Type.Object({ en: Given, it: Given }, closed);
