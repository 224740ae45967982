import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The memory that a process has now; 0 where the system does not tell it (Linux does). */
export async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
