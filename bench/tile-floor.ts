import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { answerQuestions } from './child-process.ts';

/**
 * The two floors of the tile bench in one process: `/sharp/…` decodes a part of one level of the pyramid and
 * encodes it, and nothing else; `/fixed` answers one buffer, which is as fast as the framework gets.
 */
export interface TileFloorQuestion {
  readonly pyramid: string;
  readonly side_px: number;
}

export interface TileFloorAnswer {
  readonly port: number;
}

answerQuestions<TileFloorQuestion, TileFloorAnswer>(async ({ pyramid, side_px }) => {
  sharp.concurrency(1);
  sharp.cache(false);

  const tile = (level: number, left: number, top: number): Promise<Buffer> =>
    sharp(pyramid, { page: level, limitInputPixels: false })
      .extract({ left, top, width: side_px, height: side_px })
      .jpeg({ quality: 85, chromaSubsampling: '4:2:0', progressive: false, optimiseCoding: false })
      .toBuffer();
  const fixed = await tile(0, side_px, side_px);

  const app = fastify();
  app.get<{ Params: { level: string; left: string; top: string } }>(
    '/sharp/:level/:left/:top',
    async ({ params }, reply) =>
      reply
        .type('image/jpeg')
        .send(await tile(Number(params.level), Number(params.left), Number(params.top))),
  );
  app.get('/fixed', (_request, reply) => reply.type('image/jpeg').send(fixed));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port };
});
