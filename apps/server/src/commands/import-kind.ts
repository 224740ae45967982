import type { CommandContext } from './command.ts';

/** One kind of import: `armarium import <kind> …`. */
export interface ImportKind {
  /** Its help, beginning with `armarium import <kind> …`. */
  readonly usage: string;
  run(args: readonly string[], context: CommandContext): Promise<void>;
}
