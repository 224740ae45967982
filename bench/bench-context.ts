import type { Processors } from './processors.ts';

/** What every bench is given. */
export interface BenchContext {
  readonly processors: Processors;
  /** An empty folder, removed afterwards. */
  readonly folder: string;
  /** Where CPU profiles of the server go. */
  readonly profile: string | undefined;
  readonly isQuick: boolean;
  /** Tells how far it is. */
  readonly say: (what: string) => void;
}
