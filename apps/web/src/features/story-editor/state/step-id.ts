import { newUuid } from '../../../lib/new-uuid.ts';

/** The id of a step that is new. */
export const newStepId = (): string => `urn:uuid:${newUuid()}`;

/** The uuid of a step. @param id `urn:uuid:…` */
export const stepUuid = (id: string): string => id.replace('urn:uuid:', '');
