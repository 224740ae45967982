import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { closed } from './operation.ts';
import { oneOf, Uuid } from './scalar.ts';

/** The most steps of a story. */
export const STEPS_MAX = 500;
/** The most characters of the title of a step. */
export const STEP_TITLE_MAX = 200;
/** The most characters of what is read to those who don't see the picture. */
export const STEP_ALT_MAX = 500;
/** The most characters of a commentary that are read, without its markup (back office §5). */
export const COMMENTARY_MAX_CHARACTERS = 800;
/** More than any commentary takes with its markup; a longer one is refused before it is read. */
export const COMMENTARY_MAX_MARKUP = 20_000;
/** How the speed of a camera changes on its way, by the names of back office §9; the first is the default. */
export const easings = [
  'easeOutSine',
  'easeInOutSine',
  'easeOutCubic',
  'easeInOutCubic',
  'easeOutLinear',
  'easeOutBounce',
  'easeInOutBounce',
] as const;
export type Easing = (typeof easings)[number];

/** The least and greatest speed of a step (back office §9). */
export const STEP_SPEED = { min: 1, max: 10, default: 1 } as const;

/** How a step is reached and left (back office §3). Times are seconds. */
export const StepTransition = Type.Object(
  {
    enabled: Type.Boolean(),
    type: Type.Literal('fade'),
    easing: oneOf(easings),
    duration: Type.Number({ minimum: 0, maximum: 600 }),
    delay: Type.Number({ minimum: 0, maximum: 600 }),
    measureUnit: Type.Literal('s'),
    speed: Type.Number({ minimum: STEP_SPEED.min, maximum: STEP_SPEED.max }),
  },
  closed,
);
export type StepTransition = Static<typeof StepTransition>;

/** What stands in where a transition has no delay (back office §9, A-34). */
export const MISSING_DELAY_s = 3;

/** The transition of a new step (back office §9). */
export const newStepTransition: StepTransition = {
  enabled: true,
  type: 'fade',
  easing: 'easeOutSine',
  duration: 10,
  delay: 1,
  measureUnit: 's',
  speed: STEP_SPEED.default,
};

/** `urn:uuid:` with the uuid of a step, which it keeps when it moves (RFC 9562). */
const StepId = Type.String({ pattern: `^urn:uuid:${Uuid.pattern?.slice(1) ?? ''}` });

/** `xywh=x,y,width,height` in pixels of the full image (Media Fragments URI 1.0 §4.2.2). */
const Fragment = Type.String({ pattern: '^xywh=\\d{1,7},\\d{1,7},\\d{1,7},\\d{1,7}$' });

const Commentary = Type.Object({
  '@type': Type.Literal('dctypes:Text'),
  format: Type.Literal('text/html'),
  chars: Type.String({ maxLength: COMMENTARY_MAX_MARKUP }),
});

/** A step, in the form of IIIF Presentation API 2 (back office §3, wire.md). */
export const Step = Type.Object({
  '@id': StepId,
  '@type': Type.Literal('oa:Annotation'),
  /** The title of the step. */
  label: Type.String(),
  /** The asset whose image it shows. */
  canvasUuid: Uuid,
  motivation: Type.Array(Type.String()),
  alt: Type.String(),
  /** What somebody should look at before it is published; null where nothing is the matter. */
  check: Type.Union([oneOf(['image-missing', 'image-replaced', 'image-not-open']), Type.Null()]),
  transition: StepTransition,
  resource: Type.Array(Commentary),
  on: Type.Array(
    Type.Object({
      '@type': Type.Literal('oa:SpecificResource'),
      /** Absent where the image is gone, as `within` is. */
      full: Type.Optional(Type.String()),
      selector: Type.Object({
        '@type': Type.Literal('oa:Choice'),
        default: Type.Object({ '@type': Type.Literal('oa:FragmentSelector'), value: Type.String() }),
        item: Type.Object({ '@type': Type.Literal('oa:SvgSelector'), value: Type.String() }),
      }),
      within: Type.Optional(Type.Object({ '@id': Type.String(), '@type': Type.Literal('sc:Manifest') })),
    }),
  ),
});
export type Step = Static<typeof Step>;

/** A step as a body gives it. What is made anew when it is stored may be absent, and is ignored. */
export const StepGiven = Type.Object(
  {
    '@id': Type.Optional(StepId),
    '@type': Type.Optional(Type.Unknown()),
    label: Type.Optional(Type.String({ maxLength: STEP_TITLE_MAX })),
    canvasUuid: Uuid,
    motivation: Type.Optional(Type.Unknown()),
    alt: Type.Optional(Type.String({ maxLength: STEP_ALT_MAX })),
    check: Type.Optional(Type.Unknown()),
    transition: Type.Optional(Type.Partial(StepTransition, closed)),
    resource: Type.Optional(
      Type.Array(
        Type.Object({
          '@type': Type.Optional(Type.Unknown()),
          format: Type.Optional(Type.Unknown()),
          chars: Type.String({ maxLength: COMMENTARY_MAX_MARKUP }),
        }),
        { maxItems: 1 },
      ),
    ),
    on: Type.Array(
      Type.Object({
        selector: Type.Object({ default: Type.Object({ value: Fragment }) }),
      }),
      { minItems: 1, maxItems: 1 },
    ),
  },
  closed,
);
export type StepGiven = Static<typeof StepGiven>;

export const StepsGiven = Type.Array(StepGiven, { maxItems: STEPS_MAX });
