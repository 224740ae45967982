import * as Type from '@sinclair/typebox/type';
import { Uuid } from './scalar.ts';

/** More than the steps of a story can show. */
const IMAGES_MAX = 1_000;

/**
 * Images that are not public, and that somebody who may publish agrees to show in a story. Calls that open a
 * story to the public take them (decisions §14).
 */
export const ConfirmedImages = Type.Optional(Type.Array(Uuid, { maxItems: IMAGES_MAX }));
