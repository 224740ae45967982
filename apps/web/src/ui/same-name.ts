import { fold } from '@armarium/contract/folded-text';

/** Whether two names differ in nothing but case, accents and white space. */
export const isSameName = (one: string, other: string): boolean => fold(one) === fold(other);
