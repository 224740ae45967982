import { pino, type Logger } from 'pino';
import type { Config } from '../config.ts';

export type { Logger };

/** JSON lines on standard output (decisions §1). Headers are never logged, since they may hold secrets. */
export function makeLogger(level: Config['logLevel']): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
