import { describe, expect, it } from 'vitest';
import { isProblem, problemOf } from './api-problem.ts';

describe('an answer that is no problem document', () => {
  it.each([
    [401, 'not-signed-in'],
    [404, 'not-found'],
    [418, 'malformed'],
    [503, 'unavailable'],
    [500, 'internal'],
  ] as const)('is named by its status %i: %s', async (status, code) => {
    expect(isProblem(await problemOf(new Response('<h1>', { status })), code)).toBe(true);
  });

  it('[WFCONF-64] of status 302 is a duplicate, as of 409', async () => {
    expect(isProblem(await problemOf(new Response(null, { status: 302 })), 'duplicate')).toBe(true);
  });
});
