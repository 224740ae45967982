import { expect, it } from 'vitest';
import { newStepTransition } from '@armarium/contract/story-steps';
import { cleanedStep, importedStep } from './imported-steps.rules.ts';
import type { FileStep } from './manifest-file.ts';

const step: FileStep = {
  canvas: { id: 'canvas', size: { width: 2000, height: 1500 }, uuids: [], originals: [] },
  region: { x: 200, y: 100, width: 400, height: 300 },
  title: 'Ship',
  alt: '',
  commentary: '<p>Look</p>',
  transition: undefined,
};
const placed = (one: FileStep, size: { width: number; height: number } | undefined) => {
  const { region, drawnOn } = importedStep(one, 'step', { uuid: 'image', size });
  return { region, drawnOn };
};

it('cleans the texts, and names all that are too long', () => {
  const cleaned = [
    { ...step, title: '  Ship  ', commentary: '<div onclick="x()">Look <b>here</b></div>' },
    { ...step, title: 'x'.repeat(201), alt: 'x'.repeat(501), commentary: `<p>${'x'.repeat(801)}</p>` },
    // It would take minutes to be read.
    { ...step, commentary: '<'.repeat(1_000_000) },
  ].map(cleanedStep);
  const problems = cleaned.flatMap((one) => one.problems);
  expect(cleaned[0]?.step).toMatchObject({ title: 'Ship', commentary: '<p>Look <strong>here</strong></p>' });
  expect(problems.map(({ name, code }) => [name, code])).toEqual([
    ['steps[1].title', 'too-long'],
    ['steps[1].alt', 'too-long'],
    ['steps[1].commentary', 'too-long'],
    ['steps[2].commentary', 'too-long'],
  ]);
  expect(problems[0]?.message).toBe('Step 2: the title has 201 characters, and 200 fit.');
});

it('places a region on the image that is here, and keeps it as it was drawn where that has other proportions', () => {
  expect(placed(step, { width: 4000, height: 3001 })).toEqual({
    region: { x: 400, y: 200, width: 800, height: 600 },
    drawnOn: { width: 4000, height: 3001 },
  });
  const kept = { region: step.region, drawnOn: step.canvas.size };
  expect(placed(step, { width: 1500, height: 2000 })).toEqual(kept);
  expect(placed(step, undefined)).toEqual(kept);
  const point = { ...step, region: { x: 1990, y: 10, width: 1, height: 1 } };
  expect(placed(point, step.canvas.size).region).toEqual({ x: 1984, y: 10, width: 16, height: 16 });
  expect(placed({ ...step, region: undefined }, { width: 4000, height: 3000 })).toEqual({
    region: { x: 0, y: 0, width: 4000, height: 3000 },
    drawnOn: { width: 4000, height: 3000 },
  });
});

const missing = { uuid: 'image', size: undefined };

it('gives a step without a transition that of a new one', () => {
  const transition = { ...newStepTransition, duration: 2 };
  expect(importedStep(step, 'step', missing).transition).toEqual(newStepTransition);
  expect(importedStep({ ...step, transition }, 'step', missing).transition).toEqual(transition);
});
