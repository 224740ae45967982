import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What /proc counts in: USER_HZ, which Linux has fixed at this for programs on every platform we run on. */
const TICKS_PER_S = 100;

/** Which processors who gets. Without `taskset` or a second processor nobody is pinned. */
export interface Processors {
  readonly isPinned: boolean;
  /** What is measured runs here. */
  readonly measured: number;
  /** The load generator runs here. */
  readonly load: number;
  readonly all: readonly number[];
}

export function findProcessors(): Processors {
  const all = allowedProcessors();
  const [measured, load] = all;
  if (measured === undefined || load === undefined || !hasTaskset()) {
    return { isPinned: false, measured: 0, load: 0, all };
  }
  return { isPinned: true, measured, load, all };
}

/** Ties a running process with all its threads to processors; new threads of its own inherit it. */
export function pin(pid: number, processors: readonly number[]): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors.join(','), String(pid)]);
}

/** The words before a command that start it on a processor, none where nobody is pinned. */
export function startedOn(processors: Processors, list: readonly number[]): string[] {
  return processors.isPinned ? ['taskset', '--cpu-list', list.join(',')] : [];
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A container may be given some processors of the machine only. */
function allowedProcessors(): number[] {
  if (process.platform !== 'linux') return [];
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

export interface Memory {
  readonly now_bytes: number;
  /** The most since it started; null where the system doesn't tell. */
  readonly peak_bytes: number | null;
}

/** The resident memory of a process. */
export function memoryOf(pid: number): Memory {
  if (process.platform !== 'linux') {
    const kilobytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
    return { now_bytes: kilobytes * 1024, peak_bytes: null };
  }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now_bytes: field('VmRSS'), peak_bytes: field('VmHWM') };
}

/** Processor time that a process with all its threads has used, seconds; undefined where it isn't told. */
export function cpuTimeOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold blanks; of what follows, the 12th and 13th are user and system time (proc(5)).
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_PER_S;
}
