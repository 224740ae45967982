/**
 * Loaded before a program by `NODE_OPTIONS=--import`: its clock is off by as many milliseconds as stand in the
 * file that `MOVED_CLOCK` names, from when they stand there. Timers go on as they were.
 */
import { readFileSync, watchFile } from 'node:fs';

const file = process.env.MOVED_CLOCK;
const RealDate = Date;
let offset_ms = 0;

function look() {
  try {
    offset_ms = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    offset_ms = 0;
  }
}
look();
watchFile(file, { interval: 50, persistent: false }, look);

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RealDate.now() + offset_ms] : parts));
  }
  static now() {
    return RealDate.now() + offset_ms;
  }
};
