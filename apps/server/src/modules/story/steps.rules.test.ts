import { describe, expect, it } from 'vitest';
import { newStepTransition, type StepGiven } from '@armarium/contract/story-steps';
import {
  checkOf,
  cleanedStep,
  decideSteps,
  shownRegion,
  stepChanges,
  type StoredStep,
} from './steps.rules.ts';

const image = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';
const stepId = '33333333-3333-4333-8333-333333333333';
const images = new Map([
  [image, { width: 1000, height: 800 }],
  [other, { width: 200, height: 100 }],
]);
let made = 0;
const newUuid = () => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
type Known = Parameters<typeof decideSteps>[1]['known'];
const decided = (steps: readonly StepGiven[], known: Known = [], of: typeof images = images) =>
  decideSteps(steps.map(cleanedStep), { known, images: of, uuidFor: (id) => id ?? newUuid() });

const given = (xywh: string, more: Partial<StepGiven> = {}): StepGiven => ({
  canvasUuid: image,
  on: [{ selector: { default: { value: `xywh=${xywh}` } } }],
  ...more,
});
const stored = (more: Partial<StoredStep> = {}): StoredStep => ({
  uuid: stepId,
  asset: image,
  title: '',
  alt: '',
  commentary: '',
  transition: newStepTransition,
  region: { x: 100, y: 80, width: 200, height: 160 },
  drawnOn: { width: 1000, height: 800 },
  ...more,
});
const asImage = (size: { width: number; height: number } | null, isOpen = true) => ({ size, isOpen });
const codesOf = (steps: readonly StepGiven[], known: Known = []) =>
  decided(steps, known).problems.map(({ name, code }) => `${name} ${code}`);

describe('the steps of a story', () => {
  it('take a region inside their image, and tell which step has another', () => {
    const area = 'on[0].selector.default.value region';
    expect(codesOf([given('0,0,1000,800'), given('984,784,16,16')])).toEqual([]);
    expect(codesOf([given('0,0,50,50'), given('1,0,1000,800')])).toEqual([`annotations[1].${area}`]);
    expect(codesOf([given('0,0,1,1')])).toEqual([`annotations[0].${area}`]);
    const { problems } = decided([given('0,0,50,50'), given('0,0,1001,1')]);
    expect(problems[0]?.message).toMatch(/^Step 2: .*1000 by 800 pixels/);
  });

  it('show images of the catalogue only', () => {
    const unknown = given('0,0,50,50', { canvasUuid: stepId });
    expect(codesOf([unknown])).toEqual(['annotations[0].canvasUuid unknown-image']);
  });

  it('have an id each: the one they had, or a new one', () => {
    const { steps, problems } = decided([
      given('0,0,50,50', { '@id': `urn:uuid:${stepId.toUpperCase()}` }),
      given('0,0,50,50'),
    ]);
    expect(problems).toEqual([]);
    expect(steps[0]?.uuid).toBe(stepId);
    expect(steps[1]?.uuid).not.toBe(stepId);
    const twice = given('0,0,50,50', { '@id': `urn:uuid:${stepId}` });
    expect(codesOf([twice, twice])).toEqual(['annotations[1].@id duplicate']);
  });

  it('have a commentary that fits', () => {
    const text = (chars: string) => given('0,0,50,50', { resource: [{ chars }] });
    expect(codesOf([text(`<p>${'è'.repeat(801)}</p>`)])).toEqual([
      'annotations[0].resource[0].chars too-long',
    ]);
  });

  it('[A-34, EDIT-32, EDIT-34] complete what the body leaves out of a transition', () => {
    const { steps } = decided([given('0,0,50,50', { transition: { speed: 3 } }), given('0,0,50,50')]);
    expect(steps.map(({ transition }) => transition)).toEqual([
      { ...newStepTransition, delay: 3, speed: 3 },
      {
        enabled: true,
        type: 'fade',
        easing: 'easeOutSine',
        duration: 10,
        delay: 1,
        measureUnit: 's',
        speed: 1,
      },
    ]);
  });
});

describe('a step whose image changed', () => {
  const replaced = { ...stored(), image: asImage({ width: 500, height: 400 }) };

  it('keeps its share of a replaced image, and asks for a look', () => {
    expect(shownRegion(replaced)).toEqual({
      region: { x: 50, y: 40, width: 100, height: 80 },
      size: { width: 500, height: 400 },
    });
    expect(checkOf(replaced, false)).toBe('image-replaced');
  });

  it('asks for a look until somebody sends it without a check, or draws it anew', () => {
    const now = new Map([[image, { width: 500, height: 400 }]]);
    const sent = (xywh: string, more: Partial<StepGiven> = {}) => {
      const step = given(xywh, { '@id': `urn:uuid:${stepId}`, ...more });
      const { steps, problems } = decided([step], [replaced], now);
      expect(problems).toEqual([]);
      return { region: steps[0]?.region, drawnOn: steps[0]?.drawnOn };
    };
    const unchanged = { region: stored().region, drawnOn: stored().drawnOn };
    // As it was read before the image was replaced, and as it was read after.
    expect(sent('100,80,200,160', { check: null })).toEqual(unchanged);
    expect(sent('50,40,100,80', { check: 'image-replaced' })).toEqual(unchanged);
    expect(sent('50,40,100,80')).toEqual(unchanged);
    const drawnOn = { width: 500, height: 400 };
    const seen = { region: { x: 50, y: 40, width: 100, height: 80 }, drawnOn };
    expect(sent('50,40,100,80', { check: null })).toEqual(seen);
    expect(sent('51,40,100,80')).toEqual({ region: { ...seen.region, x: 51 }, drawnOn });
  });

  it('can be saved while its image is gone, but not drawn anew', () => {
    const gone = { ...stored(), asset: stepId, image: null };
    expect(checkOf(gone, true)).toBe('image-missing');
    const same = given('100,80,200,160', { '@id': `urn:uuid:${stepId}`, canvasUuid: stepId });
    expect(codesOf([same], [gone])).toEqual([]);
    const moved = given('101,80,200,160', { '@id': `urn:uuid:${stepId}`, canvasUuid: stepId });
    expect(codesOf([moved], [gone])).toEqual(['annotations[0].canvasUuid unknown-image']);
    // A copy of it in the same story, under another id.
    const copy = given('100,80,200,160', { canvasUuid: stepId });
    expect(codesOf([same, copy], [gone])).toEqual([]);
  });

  it('is not open in a public story until somebody agreed', () => {
    const closed = { ...stored(), image: asImage({ width: 1000, height: 800 }, false) };
    expect([checkOf(closed, true), checkOf(closed, false)]).toEqual(['image-not-open', null]);
    // That is told before all else: nobody but a publisher sees that it is closed.
    expect(checkOf({ ...replaced, image: asImage({ width: 500, height: 400 }, false) }, true)).toBe(
      'image-not-open',
    );
  });
});

describe('what the history keeps of steps', () => {
  const one = stored();
  const two = stored({ uuid: other, title: 'Due' });

  it('is those that changed, moved, came or went', () => {
    expect(stepChanges([one, two], [one, two])).toBeUndefined();
    const titled = { ...two, title: 'Secondo' };
    expect(stepChanges([one, two], [one, titled])).toEqual({
      before: { steps: [expect.objectContaining({ number: 2, title: 'Due', xywh: 'xywh=100,80,200,160' })] },
      after: { steps: [expect.objectContaining({ number: 2, title: 'Secondo' })] },
    });
    // The number of a step alone is no change of it.
    expect(stepChanges([one, two], [two])).toEqual({
      before: { steps: [expect.objectContaining({ number: 1, uuid: stepId })] },
      after: { steps: [] },
    });
    expect(stepChanges([one, two], [two, one])).toEqual({
      before: { stepOrder: [stepId, other] },
      after: { stepOrder: [other, stepId] },
    });
    // Somebody looked at the area of a replaced image.
    const seen = { ...one, drawnOn: { width: 500, height: 400 } };
    expect(stepChanges([one], [seen])).toMatchObject({ after: { steps: [{ uuid: stepId }] } });
  });

  it('is nothing where the database gives the members of a transition in another order', () => {
    const turned = Object.fromEntries(Object.entries(newStepTransition).reverse());
    const again = { ...one, transition: turned as typeof newStepTransition };
    expect(stepChanges([one], [again])).toBeUndefined();
  });
});
