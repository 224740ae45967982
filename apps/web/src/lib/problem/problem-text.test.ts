import { problems } from '@armarium/contract/problem';
import { describe, expect, it } from 'vitest';
import { ApiProblem, problemOf } from '../api-problem.ts';
import { addWords } from '../i18n.ts';
import en from './en.json' with { type: 'json' };
import { describeProblem } from './problem-text.ts';
import enSignedIn from './signed-in/en.json' with { type: 'json' };

addWords('en', en);
addWords('en', enSignedIn);
const words = { ...en.problem, ...enSignedIn.problem };

function problem(code: string, status = 400, retryAfter_s?: number): ApiProblem {
  const body = { type: 'about:blank', title: 'x', status, detail: 'SECRET', code, fields: [], requestId: '' };
  return new ApiProblem(status, body, retryAfter_s);
}

describe('describeProblem', () => {
  it('has its own words for every problem of the contract, and for no answer at all', () => {
    expect(Object.keys(words).sort()).toEqual([...Object.keys(problems), 'offline'].sort());
    const titles = Object.keys(words).map((code) => describeProblem(problem(code)).title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('never shows what the server wrote, and calls what it does not know an error of the server', () => {
    const text = describeProblem(problem('brand-new-code'));
    expect(text).toEqual(describeProblem(new Error('boom')));
    expect(JSON.stringify(text)).not.toContain('SECRET');
  });

  it('says the limit and what is used, where the server gives the figures', () => {
    const { problem: body } = problem('upload-quota', 507);
    const error = new ApiProblem(507, { ...body, figures: { used_bytes: 201.5e9, limit_bytes: 200e9 } });
    expect(describeProblem(error).next).toContain('would take up 202 GB; the limit is 200 GB');
    expect(describeProblem(problem('upload-quota', 507)).next).toMatch(/^Add them to items/);
  });

  it('counts the seconds of a 429, and long ones in minutes, where the server names them', () => {
    expect(describeProblem(problem('too-many-requests', 429, 1)).next).toBe('Try again in 1 second.');
    expect(describeProblem(problem('too-many-requests', 429, 30)).next).toBe('Try again in 30 seconds.');
    expect(describeProblem(problem('too-many-requests', 429, 119)).next).toBe('Try again in 119 seconds.');
    expect(describeProblem(problem('too-many-requests', 429, 181)).next).toBe('Try again in 4 minutes.');
    expect(describeProblem(problem('too-many-requests', 429)).next).toBe('Wait a moment, then try again.');
  });
});

describe('problemOf', () => {
  it('reads a problem document with its Retry-After', async () => {
    const read = await problemOf(
      new Response(JSON.stringify(problem('too-many-requests', 429).problem), {
        status: 429,
        headers: { 'Retry-After': '17' },
      }),
    );
    expect([read.status, read.problem.code, read.retryAfter_s]).toEqual([429, 'too-many-requests', 17]);
  });

  it.each([
    [502, 'unavailable'],
    [413, 'too-large'],
    [500, 'internal'],
    [418, 'malformed'],
  ])('names the page of a proxy by its status %i: %s', async (status, code) => {
    const read = await problemOf(new Response('<html>nginx</html>', { status }));
    expect([read.problem.code, read.retryAfter_s]).toEqual([code, undefined]);
  });
});
