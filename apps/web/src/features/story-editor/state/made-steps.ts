import { newStep, type DraftStep } from './draft-step.ts';

const IMAGE = '11111111-1111-4111-8111-111111111111';

/** A step for tests. */
export const madeStep = (id: string, given: Partial<DraftStep> = {}): DraftStep => ({
  ...newStep(id, { image: IMAGE, region: { x: 10, y: 20, width: 500, height: 300 }, title: `Title ${id}` }),
  ...given,
});

export const madeSteps = (...ids: string[]): DraftStep[] => ids.map((id) => madeStep(id));
