import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * The processes that work in a folder: those whose working directory lies in it (PostgreSQL's do) or whose
 * command line names it. Never this process itself. Zombies are left out.
 */
export function processesInFolder(folder: string): RunningProcess[] {
  const all = process.platform === 'linux' ? fromProc() : fromPs();
  return all
    .filter(
      ({ pid, cwd, command }) => pid !== process.pid && (isBelow(cwd, folder) || command.includes(folder)),
    )
    .map(({ pid, command }) => ({ pid, command }));
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function fromProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(pid), cwd: readlinkSync(`/proc/${pid}/cwd`), command }];
      } catch {
        // It ended meanwhile, is a zombie, or is another user's and so not ours.
        return [];
      }
    });
}

function fromPs() {
  return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const match = /^\s*(\d+)\s+(.*)$/.exec(line);
      return match ? [{ pid: Number(match[1]), cwd: '', command: match[2] ?? '' }] : [];
    });
}
