import type { Static } from '@sinclair/typebox';
import { oneOf } from './scalar.ts';

export const Visibility = oneOf(['restricted', 'private', 'public']);
export type Visibility = Static<typeof Visibility>;
