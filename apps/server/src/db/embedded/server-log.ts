export type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string, detail?: Record<string, unknown>) => void;

/** The `log_line_prefix` that `readServerLog` reads: kind of process, and its number. */
export const logLinePrefix = '%b[%p] ';

interface Entry {
  severity: string;
  message: string;
  backend: string;
  pid: number | undefined;
  more: Record<string, string>;
}

const startOfEntry = /^(?:([a-z][^[\]]*)\[(\d+)\] )?([A-Z]+[1-5]?): {1,2}(.*)$/;
const additions = new Set(['DETAIL', 'HINT', 'CONTEXT', 'STATEMENT', 'QUERY', 'LOCATION']);

/**
 * Turns the server's standard error into entries of our log; lines that belong together become one entry.
 *
 * Errors of clients (`ERROR` in a client's process) are left out: the client gets them, and an error is
 * logged once, where it is answered.
 *
 * @param onFailure gets the message of each FATAL or PANIC of the server itself
 */
export function readServerLog(log: Log, onFailure: (message: string) => void) {
  let rest = '';
  let entry: Entry | null = null;
  let timer: NodeJS.Timeout | undefined;

  function take(line: string): void {
    const match = startOfEntry.exec(line);
    const severity = match?.[3];
    if (severity !== undefined && additions.has(severity) && entry !== null) {
      entry.more[severity.toLowerCase()] = match?.[4] ?? '';
    } else if (severity !== undefined) {
      flush();
      const pid = match?.[2] === undefined ? undefined : Number(match[2]);
      entry = { severity, message: match?.[4] ?? '', backend: match?.[1] ?? '', pid, more: {} };
    } else if (entry !== null && line.startsWith('\t')) {
      entry.message += `\n${line.slice(1)}`;
    } else if (line.trim() !== '') {
      flush();
      // Not in the server's format: a line of the loader, the kernel, or a command before the server.
      entry = { severity: 'WARNING', message: line, backend: '', pid: undefined, more: {} };
      onFailure(line);
    }
  }

  function flush(): void {
    clearTimeout(timer);
    if (entry === null) return;
    const { severity, message, backend, pid, more } = entry;
    entry = null;
    const ofClient = backend === 'client backend';
    const fatal = severity === 'FATAL' || severity === 'PANIC';
    if (fatal && !ofClient) onFailure([message, ...Object.values(more)].join(' '));
    if (ofClient && severity === 'ERROR') return;
    log(levelOf(severity, ofClient), `PostgreSQL: ${message}`, {
      severity,
      ...(backend === '' ? {} : { backend }),
      ...(pid === undefined ? {} : { pid }),
      ...more,
    });
  }

  return {
    push(text: string): void {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
      // The server writes an entry at once, so an open one is complete after a moment.
      clearTimeout(timer);
      timer = setTimeout(flush, 50);
    },
    end(): void {
      take(rest);
      rest = '';
      flush();
    },
  };
}

function levelOf(severity: string, ofClient: boolean): LogLevel {
  if (severity === 'PANIC') return 'error';
  if (severity === 'FATAL') return ofClient ? 'warn' : 'error';
  if (severity === 'ERROR' || severity === 'WARNING') return 'warn';
  return 'info';
}
