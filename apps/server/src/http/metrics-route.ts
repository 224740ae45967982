import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Metrics } from '../observe/metrics.ts';
import { ofInstallation } from './installation-call.ts';
import { ProblemError } from '../problem-error.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Each is set by some proxy: what bears one comes from further away than its connection. */
const marksOfProxies = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** From a program on this machine, and not through a proxy on it that says so. */
function isFromThisMachine({ raw }: FastifyRequest): boolean {
  const { remoteAddress = '', remoteFamily } = raw.socket;
  const family = remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4';
  return (
    loopback.check(remoteAddress, family) && marksOfProxies.every((name) => raw.headers[name] === undefined)
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * `/metrics` (decisions §1), by whatever host name. With a token only for whoever sends it, from anywhere; without
 * one for programs on this machine, and where requests come through a proxy for nobody: some proxies mark nothing,
 * and some can be told by the caller to leave their marks out (`Connection: x-forwarded-for`).
 */
export function addMetricsRoute(
  app: FastifyInstance,
  metrics: Metrics,
  { metricsToken: token, trustProxy }: Pick<Config, 'metricsToken' | 'trustProxy'>,
): void {
  const bearer = token === undefined ? undefined : digest(`Bearer ${token}`);
  app.get(
    '/metrics',
    { schema: ofInstallation('readMetrics', 'Counts and times for Prometheus') },
    async (request, reply) => {
      if (bearer && !timingSafeEqual(bearer, digest(request.headers.authorization ?? ''))) {
        throw new ProblemError(
          'not-signed-in',
          'Send the token of METRICS_TOKEN as "Authorization: Bearer …".',
          {
            headers: { 'www-authenticate': 'Bearer realm="metrics"' },
          },
        );
      }
      if (!bearer && (trustProxy || !isFromThisMachine(request))) {
        throw new ProblemError(
          'forbidden',
          trustProxy
            ? 'Behind a proxy the metrics are read by METRICS_TOKEN only; the administrator has set none.'
            : 'The metrics are read from this machine only, until the administrator sets METRICS_TOKEN.',
        );
      }
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  );
}
