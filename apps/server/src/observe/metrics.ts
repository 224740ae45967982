import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../version.ts';

/** The counts of a pool of database connections, from the driver. */
interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface MetricSources {
  readonly pools: Readonly<Record<string, PoolCounts>>;
  /** The jobs of the installation by name and state; rejects while the database is away. */
  readonly jobs: () => Promise<readonly { name: string; state: string; count: number }[]>;
  /** The number of originals with a fault at their last check, by fault. */
  readonly faultyOriginals: () => Promise<Readonly<Record<string, number>>>;
}

export type SignInOutcome = 'opened' | 'pending' | 'refused' | 'held-off';
export type JobOutcome = 'done' | 'failed' | 'given-up' | 'handed-back';
/** `stored`: a stored file was sent; `decoded`: the image was made for this answer. */
type ImageWay = 'stored' | 'decoded';

/**
 * The metrics of this process, for Prometheus (docs/operations.md has the list). Labels are names from the
 * code, never names of people, addresses or identifiers, so that their number is bounded.
 */
export interface Metrics {
  requestBegan(): void;
  /**
   * @param operation its id, the route's pattern where it has none, or `none` where there is no route
   * @param status `aborted` where the caller went away before the end of the answer
   */
  requestEnded(operation: string, method: string, status: number | 'aborted', took_ms: number): void;
  readonly signIn: (outcome: SignInOutcome) => void;
  readonly jobEnded: (name: string, outcome: JobOutcome) => void;
  /** An answer of this size has started; how many bytes the caller reads is not counted. */
  readonly imageAnswered: (way: ImageWay, size_bytes: number) => void;
  readonly uploadReceived: (size_bytes: number) => void;
  /** All metrics in Prometheus' text format. Never rejects when the database is unavailable. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Several scrapers, and every web process, query the same database. */
const REMEMBERED_MS = 5_000;

/** Caches an answer for a short time, for all callers. */
function remembering<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { answer: Promise<T>; until_ms: number } | undefined;
  return () => {
    const now_ms = performance.now();
    if (!last || last.until_ms <= now_ms) last = { answer: ask(), until_ms: now_ms + REMEMBERED_MS };
    return last.answer;
  };
}

export function makeMetrics({ pools, jobs, faultyOriginals }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'armarium_info',
    help: 'Always 1; the version of the program and of Node.',
    labelNames: ['version', 'node'] as const,
    registers,
  }).set({ version: VERSION, node: process.versions.node }, 1);
  const requests = requestMetrics(registers);
  const signIn = signInMetrics(registers);
  const jobEnded = jobMetrics(registers, remembering(jobs));
  originalMetrics(registers, remembering(faultyOriginals));
  const imageAnswered = imageMetrics(registers);
  const uploadReceived = uploadMetrics(registers);
  databaseMetrics(registers, pools);
  return {
    ...requests,
    signIn,
    jobEnded,
    imageAnswered,
    uploadReceived,
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function requestMetrics(registers: Registry[]): Pick<Metrics, 'requestBegan' | 'requestEnded'> {
  const requests = new Histogram({
    name: 'armarium_http_request_seconds',
    help: 'Requests by operation, method and class of status (or aborted by the caller), with the seconds until their last byte.',
    labelNames: ['operation', 'method', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  let underWay = 0;
  new Gauge({
    name: 'armarium_http_requests_under_way',
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(underWay);
    },
  });
  return {
    requestBegan() {
      underWay += 1;
    },
    requestEnded(operation, method, status, took_ms) {
      underWay -= 1;
      const outcome = status === 'aborted' ? status : `${Math.floor(status / 100)}xx`;
      requests.observe({ operation, method, status: outcome }, took_ms / 1000);
    },
  };
}

function signInMetrics(registers: Registry[]): Metrics['signIn'] {
  const signIns = new Counter({
    name: 'armarium_sign_ins_total',
    help: 'Sign-ins: session opened, refused for what was sent, or held off after too many failures.',
    labelNames: ['outcome'] as const,
    registers,
  });
  for (const outcome of ['opened', 'pending', 'refused', 'held-off']) signIns.inc({ outcome }, 0);
  return (outcome) => signIns.inc({ outcome });
}

function jobMetrics(registers: Registry[], jobs: MetricSources['jobs']): Metrics['jobEnded'] {
  const jobsEnded = new Counter({
    name: 'armarium_jobs_ended_total',
    help: 'Runs of jobs in this process: done, failed (to be run again), given up, or handed back by a stop.',
    labelNames: ['name', 'outcome'] as const,
    registers,
  });
  new Gauge({
    name: 'armarium_jobs',
    help: 'Jobs in the database, of all processes: waiting, later, running, given-up. Absent while it is away.',
    labelNames: ['name', 'state'] as const,
    registers,
    async collect() {
      const counts = await jobs().catch(() => []);
      this.reset();
      for (const { name, state, count } of counts) this.set({ name, state }, count);
    },
  });
  return (name, outcome) => jobsEnded.inc({ name, outcome });
}

function originalMetrics(registers: Registry[], faultyOriginals: MetricSources['faultyOriginals']): void {
  new Gauge({
    name: 'armarium_originals_faulty',
    help: 'Originals that were missing, damaged or unreadable when they were last looked at. Absent while the database is away.',
    labelNames: ['fault'] as const,
    registers,
    async collect() {
      const faults = await faultyOriginals().catch(() => ({}));
      this.reset();
      for (const [fault, count] of Object.entries(faults)) this.set({ fault }, count);
    },
  });
}

function imageMetrics(registers: Registry[]): Metrics['imageAnswered'] {
  // Plain numbers until they are scraped: a stored tile must not pay for a look-up of the library.
  const images = { stored: { count: 0, size_bytes: 0 }, decoded: { count: 0, size_bytes: 0 } };
  new Counter({
    name: 'armarium_image_answers_total',
    help: 'Image answers begun: a stored file handed through, or decoded for the answer.',
    labelNames: ['way'] as const,
    registers,
    collect() {
      this.reset();
      for (const [way, { count }] of Object.entries(images)) this.inc({ way }, count);
    },
  });
  new Counter({
    name: 'armarium_image_answer_bytes_total',
    help: 'Bytes of the image answers begun; of one that its caller breaks off, all of them.',
    labelNames: ['way'] as const,
    registers,
    collect() {
      this.reset();
      for (const [way, { size_bytes }] of Object.entries(images)) this.inc({ way }, size_bytes);
    },
  });
  return (way, size_bytes) => {
    images[way].count += 1;
    images[way].size_bytes += size_bytes;
  };
}

function uploadMetrics(registers: Registry[]): Metrics['uploadReceived'] {
  const uploads = new Counter({
    name: 'armarium_uploads_total',
    help: 'Files received and kept.',
    registers,
  });
  const upload_bytes = new Counter({
    name: 'armarium_upload_bytes_total',
    help: 'Bytes of the files received and kept.',
    registers,
  });
  return (size_bytes) => {
    uploads.inc();
    upload_bytes.inc(size_bytes);
  };
}

function databaseMetrics(registers: Registry[], pools: MetricSources['pools']): void {
  new Gauge({
    name: 'armarium_database_connections',
    help: 'Connections to the database by pool: in use, or idle.',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'in-use' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      }
    },
  });
  new Gauge({
    name: 'armarium_database_waiting',
    help: 'Who waits for a connection to the database, by pool.',
    labelNames: ['pool'] as const,
    registers,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools)) this.set({ pool }, waitingCount);
    },
  });
}
