/** How long a test waits for what must come, however loaded the machine is. Nothing gets a longer or shorter wait. */
export const PATIENCE_MS = 60_000;
/** How often it looks. */
export const INTERVAL_MS = 50;
