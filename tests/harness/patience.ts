/**
 * How long a test waits for what must come, however loaded the machine is. Only what takes longer by itself
 * gets another wait: a limit of the product's own, or thousands of records.
 */
export const PATIENCE_MS = 60_000;
/** How often it looks. */
export const INTERVAL_MS = 200;
