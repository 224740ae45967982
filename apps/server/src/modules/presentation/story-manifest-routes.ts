import type { FastifyInstance, FastifyRequest } from 'fastify';
import { system, type Database } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { admitted, onwardSuffix, suffixOf, viewerOf } from '../admission/public.ts';
import { answerTagged, describeDocument, isKept, providerOf, readRequest } from './manifest-answer.ts';
import { storyList2, storyManifest2 } from './manifest/story-manifest-2.ts';
import { storyManifest3 } from './manifest/story-manifest-3.ts';
import { storyCanvases, type StorySource } from './manifest/story-source.ts';
import { stepsForReader } from './story/story-for-reader.ts';
import { storyRecord } from './story/story-record.queries.ts';

const writers = { 2: storyManifest2, 3: storyManifest3 } as const;

/**
 * The manifests of stories, `/iiif/presentation/{2,3}/story/{uuid}/manifest`, and the annotation lists of those of 2.1. Who
 * sees what of a story is decided as for its page (`story-for-reader.ts`).
 */
export function storyManifestRoutes(app: FastifyInstance, database: Database): void {
  /** @throws ProblemError 404 */
  async function readStory(request: FastifyRequest<{ Params: { id: string } }>) {
    const { tenant, caller, named, uuid } = await readRequest(request);
    const data = database.tenant(tenant.id, system);
    const found = uuid === '' ? undefined : await data.read((db) => storyRecord(db, uuid));
    const record = admitted('The story', caller, found);
    if (record.steps.length === 0)
      throw new ProblemError('not-found', 'The story has no steps, so there is nothing to show of it.');
    const { title, author, description } = record;
    const source: StorySource = {
      uuid,
      suffix: suffixOf(named),
      onwardSuffix: onwardSuffix(named),
      title,
      author,
      description,
      provider: providerOf(tenant),
      ...storyCanvases(stepsForReader(record, caller)),
    };
    return { source, isForAnybody: isKept(viewerOf(caller)) };
  }

  for (const version of [2, 3] as const) {
    app.get<{ Params: { id: string } }>(
      `/iiif/presentation/${version}/story/:id/manifest`,
      {
        schema: describeDocument(
          `storyManifestV${version}`,
          'The manifest of a story: its images as canvases, its steps as annotations',
          version,
        ),
      },
      async (request, reply) => {
        const { source, isForAnybody } = await readStory(request);
        const document = writers[version](source, request.origin());
        return answerTagged(request, reply, { version, isForAnybody }, document);
      },
    );
  }

  app.get<{ Params: { id: string; canvas: string } }>(
    '/iiif/presentation/2/story/:id/list/:canvas',
    { schema: describeDocument('storyAnnotationList', 'The steps on a canvas of a story', 2) },
    async (request, reply) => {
      const { source, isForAnybody } = await readStory(request);
      const list = storyList2(source, request.params.canvas.toLowerCase(), request.origin());
      if (!list) throw notFound('This list of annotations');
      return answerTagged(request, reply, { version: 2, isForAnybody }, list);
    },
  );
}
