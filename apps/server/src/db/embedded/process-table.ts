import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * When a process started, as an opaque text that no later process with the same number repeats; null when no
 * process has this number, or only a zombie (which holds nothing).
 *
 * Linux: the boot's id and the start in clock ticks since boot (proc(5), field 22 of `stat`). Elsewhere: the
 * start as printed by `ps`, to the second.
 */
export function processBirth(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') {
    const fields = statFields(pid);
    if (fields === null || fields.state === 'Z' || fields.state === 'X') return null;
    return `${bootId()}:${fields.startTicks}`;
  }
  const line = ps(pid, 'state=,lstart=');
  return line === null || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '');
}

/** The number of a process's parent, or null when the process is gone. */
export function parentOf(pid: number): number | null {
  if (process.platform === 'linux') return statFields(pid)?.parent ?? null;
  const line = ps(pid, 'ppid=');
  return line === null ? null : Number(line);
}

/**
 * Whether a living process is a Node program: the parent of a postmaster is one unless the postmaster is
 * orphaned.
 */
export function isNodeProcess(pid: number): boolean {
  if (processBirth(pid) === null) return false;
  const program = commandLine(pid)?.[0] ?? '';
  return path.basename(program) === path.basename(process.execPath) || path.basename(program) === 'node';
}

/**
 * Whether a living process is the postmaster of this cluster: the number in `postmaster.pid` alone is no
 * proof, since numbers are reused.
 *
 * @param cluster real path of the cluster's folder
 */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (processBirth(pid) === null) return false;
  const words = commandLine(pid);
  if (words === null) return false;
  if (process.platform !== 'linux') return words.join(' ').includes(`postgres -D ${cluster} `);
  const program = words.find((word) => path.basename(word) === 'postgres');
  return program !== undefined && words[words.indexOf('-D') + 1] === cluster;
}

function statFields(pid: number): { state: string; parent: number; startTicks: string } | null {
  const text = readProc(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The second field is the program's name in brackets and may itself hold blanks and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', parent: Number(fields[1]), startTicks: fields[19] ?? '' };
}

function commandLine(pid: number): string[] | null {
  if (process.platform === 'linux') return readProc(`/proc/${pid}/cmdline`)?.split('\0') ?? null;
  return ps(pid, 'command=')?.split(' ') ?? null;
}

function bootId(): string {
  return readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

function readProc(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // gone meanwhile, or hidden from us: then it is not ours
  }
}

function ps(pid: number, format: string): string | null {
  try {
    const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C' };
    const out = execFileSync('ps', ['-ww', '-o', format, '-p', String(pid)], { encoding: 'utf8', env });
    return out.trim() || null;
  } catch {
    return null;
  }
}
