import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { oneOf } from './scalar.ts';

export const languages = ['en', 'it'] as const;
export type Language = (typeof languages)[number];

export const colourSchemes = ['auto', 'light', 'dark'] as const;
export type ColourScheme = (typeof colourSchemes)[number];

/** The preferences of an account take at most so many bytes as JSON (decisions §12). */
export const PREFERENCES_MAX_BYTES = 16_384;

const open = { additionalProperties: true } as const;

/** What an account has chosen for itself. Other clients keep choices of their own here, which nobody else reads. */
export const Preferences = Type.Object(
  {
    language: Type.Optional(oneOf(languages)),
    colorScheme: Type.Optional(oneOf(colourSchemes)),
    /** Whether the account gets mail when a long import has ended. */
    importMail: Type.Optional(Type.Boolean()),
  },
  open,
);
export type Preferences = Static<typeof Preferences>;

/** New values of some choices; null takes one away. */
export const PreferenceChanges = Type.Object(
  {
    language: Type.Optional(Type.Union([oneOf(languages), Type.Null()])),
    colorScheme: Type.Optional(Type.Union([oneOf(colourSchemes), Type.Null()])),
    importMail: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  },
  open,
);
export type PreferenceChanges = Static<typeof PreferenceChanges>;
