import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { accentOf } from '@armarium/contract/accent';
import { isNotModified } from '../../http/entity-tag.ts';

/** The shades as the variables of the client's theme. The theme itself writes them too, later and less specifically. */
function stylesheetOf(accent: string | null): string {
  if (accent === null) return '';
  const shades = accentOf(accent).shades.map(
    (shade, index) => `  --mantine-color-accent-${index}: ${shade};\n`,
  );
  return `:root:root {\n${shades.join('')}}\n`;
}

/**
 * `GET /iam/tenants/accent.css`: the accent of the organisation of the address, open to anyone. A stylesheet, so that a
 * page has it before it is first drawn.
 */
export function accentStylesheet(app: FastifyInstance): void {
  const schema = {
    operationId: 'accentStylesheet',
    summary: 'The accent of the organisation of this address, as variables of the client’s theme',
    tags: ['Session'],
    security: [],
    produces: ['text/css'],
  };
  app.get('/iam/tenants/accent.css', { schema }, async (request, reply) => {
    const { tenant } = await request.identify();
    const css = stylesheetOf(tenant.accent);
    const tag = `"${createHash('sha256').update(css).digest('base64url').slice(0, 27)}"`;
    reply.headers({ etag: tag, 'cache-control': 'public, no-cache' });
    if (isNotModified(request, tag)) return reply.code(304).send();
    return reply.type('text/css; charset=utf-8').send(css);
  });
}
