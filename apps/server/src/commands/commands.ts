import { backupCommand } from './backup.ts';
import type { Command } from './command.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { tenantCommand } from './tenant.ts';
import { restoreCommand } from './restore.ts';
import { verifyCommand } from './verify.ts';
import { userCommand } from './user.ts';
import { workflowCommand } from './workflow.ts';

/** The commands of administration by their names. */
export const commands: Readonly<Record<string, Command | undefined>> = {
  import: importCommand,
  export: exportCommand,
  tenant: tenantCommand,
  backup: backupCommand,
  restore: restoreCommand,
  verify: verifyCommand,
  user: userCommand,
  workflow: workflowCommand,
};
