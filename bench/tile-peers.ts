import { spawn, execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const IIP_PLACES = ['/usr/lib/iipimage-server/iipsrv.fcgi', '/usr/lib/cgi-bin/iipsrv.fcgi'];
const STARTED_WITHIN_MS = 10_000;
/** As much as Armarium keeps of its own last answers. */
const IIP_CACHE_MB = 32;

/** Other servers of the same tiles, from packages of the machine's own system. */
export interface TilePeers {
  readonly port: number;
  readonly hasIip: boolean;
  /** Of nginx's one worker. */
  readonly nginxPid: number;
  readonly iipPid: number | undefined;
  end(): Promise<void>;
}

/**
 * Starts nginx over a folder of tiles as files, `/tiles/…`, and, where it is installed, iipsrv behind it over the
 * folder of a pyramid, `/iip?FIF=…`: one process each, without logs.
 * iipsrv serves one connection at a time, so a kept one would shut out all others: each request has its own.
 *
 * @param before the words that tie a program to a processor
 * @returns undefined where there is no nginx
 */
export async function startTilePeers(
  folder: string,
  pyramidFolder: string,
  before: readonly string[],
): Promise<TilePeers | undefined> {
  const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path));
  if (!nginx) return undefined;
  const iip = IIP_PLACES.find((path) => existsSync(path));
  const [port, iipPort] = [await freePort(), await freePort()];
  const place = join(folder, 'nginx');
  await mkdir(place, { recursive: true });
  const configuration = join(place, 'nginx.conf');
  await writeFile(configuration, nginxConfiguration({ port, iipPort, place, tiles: folder }));

  const started: ChildProcess[] = [];
  const start = (command: string[], env: NodeJS.ProcessEnv = {}): number => {
    const [program = '', ...args] = [...before, ...command];
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    });
    started.push(child);
    if (child.pid === undefined) throw new Error(`${command[0]} was not started.`);
    return child.pid;
  };
  const end = async () => {
    for (const child of started) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
  };
  try {
    const iipPid =
      iip === undefined
        ? undefined
        : start([iip, '--bind', `127.0.0.1:${iipPort}`, '--backlog', '1024'], {
            FILESYSTEM_PREFIX: `${pyramidFolder}/`,
            MAX_IMAGE_CACHE_SIZE: String(IIP_CACHE_MB),
            JPEG_QUALITY: '85',
            VERBOSITY: '0',
            LOGFILE: join(place, 'iip.log'),
          });
    const master = start([nginx, '-c', configuration, '-p', place]);
    await Promise.all([port, ...(iip ? [iipPort] : [])].map(answers));
    const nginxPid = Number(
      execFileSync('ps', ['--ppid', String(master), '-o', 'pid='], { encoding: 'utf8' }).trim(),
    );
    return { port, hasIip: iip !== undefined, nginxPid, iipPid, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function nginxConfiguration({
  port,
  iipPort,
  place,
  tiles,
}: Record<'place' | 'tiles', string> & Record<'port' | 'iipPort', number>) {
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${join(place, 'nginx.pid')};
error_log stderr error;
events { worker_connections 256; }
http {
  access_log off;
  types { image/jpeg jpg; }
  keepalive_requests 100000000;
  sendfile on;
  tcp_nodelay on;
  open_file_cache max=10000 inactive=60s;
  client_body_temp_path ${place}/body;
  proxy_temp_path ${place}/proxy;
  fastcgi_temp_path ${place}/fastcgi;
  uwsgi_temp_path ${place}/uwsgi;
  scgi_temp_path ${place}/scgi;
  server {
    listen 127.0.0.1:${port};
    location /tiles/ { root ${tiles}; }
    location /iip {
      fastcgi_pass 127.0.0.1:${iipPort};
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param SERVER_PROTOCOL $server_protocol;
      fastcgi_param REQUEST_URI $request_uri;
    }
  }
}
`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function answers(port: number): Promise<void> {
  for (const until_ms = performance.now() + STARTED_WITHIN_MS; ; await sleep(50)) {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    if (performance.now() > until_ms) throw new Error(`Nobody answers at port ${port}.`);
  }
}
