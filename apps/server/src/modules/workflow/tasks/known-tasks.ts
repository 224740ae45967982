import { cascade } from './cascade.ts';
import { linkToCollection } from './link-to-collection.ts';
import { requireAssetsReady } from './require-assets-ready.ts';
import { requireComment } from './require-comment.ts';
import { requireMetadata } from './require-metadata.ts';
import { sendEmail } from './send-email.ts';
import { setMetadata } from './set-metadata.ts';
import { setVisibility } from './set-visibility.ts';
import type { WorkflowTask } from './task.ts';
import { webhook } from './webhook.ts';

/** The tasks in the order of the client's menu. */
export const knownTasks: readonly WorkflowTask[] = [
  requireMetadata,
  requireAssetsReady,
  requireComment,
  setMetadata,
  setVisibility,
  linkToCollection,
  cascade,
  sendEmail,
  webhook,
];

/** @returns undefined where there is no task of this name */
export function findTask(name: string): WorkflowTask | undefined {
  return knownTasks.find((task) => task.name === name);
}
