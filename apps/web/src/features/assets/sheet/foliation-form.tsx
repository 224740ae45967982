import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { continuedBehind, Foliation, LeafSide, Numerals } from './foliation.ts';

export const kinds = [
  'leaves',
  'pages',
  'flyleaves',
  'frontCover',
  'backCover',
  'inserts',
  'repeated',
  'unnumbered',
] as const;
export type Kind = (typeof kinds)[number];

/** The fields of each kind. */
const fieldsOf = {
  leaves: { prefix: true, first: true, side: true, words: 0 },
  pages: { prefix: true, first: true, side: false, words: 0 },
  flyleaves: { prefix: true, first: true, side: true, words: 0 },
  frontCover: { prefix: false, first: false, side: false, words: 2 },
  backCover: { prefix: false, first: false, side: false, words: 2 },
  inserts: { prefix: true, first: true, side: true, words: 0 },
  repeated: { prefix: true, first: true, side: true, words: 0 },
  unnumbered: { prefix: false, first: false, side: false, words: 1 },
} as const;

/** What is typed in the dialog. */
export interface Form {
  readonly kind: Kind;
  readonly prefix: string;
  readonly numerals: Numerals;
  readonly first: number | undefined;
  readonly side: LeafSide;
  readonly words: readonly string[];
}

/**
 * What a kind begins with.
 * @param goesOn the number that would follow the image before
 */
export function presetOf(
  kind: Kind,
  goesOn: ReturnType<typeof continuedBehind>,
  t: TFunction<'sheet'>,
): Form {
  return {
    kind,
    prefix: kind === 'flyleaves' || kind === 'inserts' ? t(`foliation.preset.${kind}`) : '',
    numerals: kind === 'flyleaves' ? 'roman' : 'arabic',
    first:
      kind === 'leaves' || kind === 'pages'
        ? (goesOn?.first ?? 1)
        : kind === 'repeated'
          ? Math.max(1, (goesOn?.first ?? 2) - (goesOn?.side === 'v' ? 0 : 1))
          : 1,
    side: kind === 'leaves' ? (goesOn?.side ?? 'r') : 'r',
    words:
      {
        frontCover: [t('foliation.preset.frontOutside'), t('foliation.preset.frontInside')],
        backCover: [t('foliation.preset.backInside'), t('foliation.preset.backOutside')],
        unnumbered: [t('foliation.preset.unnumbered')],
      }[kind as string] ?? [],
  };
}

function wordLabel(kind: Kind, index: number, t: TFunction<'sheet'>): string {
  if (kind === 'unnumbered') return t('foliation.words');
  // Of the cover behind the inside comes first.
  return t((index === 0) === (kind === 'frontCover') ? 'foliation.wordsOutside' : 'foliation.wordsInside');
}

export function foliationOf({ kind, prefix, numerals, first = 1, side, words }: Form): Foliation {
  if (words.length > 0) return { kind: 'words', words };
  if (kind === 'pages') return { kind, prefix, numerals, first };
  return { kind: kind === 'repeated' ? 'repeated' : 'leaves', prefix, numerals, first, side };
}

/** Whether all fields of the kind are filled. */
export function isFilled({ kind, first, words }: Form): boolean {
  return (!fieldsOf[kind].first || first !== undefined) && words.every((word) => word.trim() !== '');
}

interface FoliationFieldsProps {
  form: Form;
  onChange(part: Partial<Form>): void;
}

/** The fields of a kind. */
export function FoliationFields({ form, onChange }: FoliationFieldsProps) {
  const { t } = useTranslation('sheet');
  const fields = fieldsOf[form.kind];
  return (
    <>
      {fields.first && (
        <NumberInput
          label={t('foliation.first')}
          min={1}
          max={99_999}
          allowDecimal={false}
          value={form.first ?? ''}
          error={form.first === undefined && t('foliation.number')}
          onChange={(value) =>
            onChange({ first: typeof value === 'number' && value >= 1 ? value : undefined })
          }
        />
      )}
      {fields.side && (
        <NativeSelect
          label={t('foliation.side')}
          value={form.side}
          onChange={(event) => onChange({ side: event.currentTarget.value as LeafSide })}
          data={(['r', 'v'] as const).map((value) => ({ value, label: t(`foliation.sides.${value}`) }))}
        />
      )}
      {fields.first && (
        <NativeSelect
          label={t('foliation.numerals')}
          value={form.numerals}
          onChange={(event) => onChange({ numerals: event.currentTarget.value as Numerals })}
          data={(['arabic', 'roman', 'ROMAN'] as const).map((value) => ({
            value,
            label: t(`foliation.numeral.${value}`),
          }))}
        />
      )}
      {fields.prefix && (
        <TextInput
          label={t('foliation.prefix')}
          maxLength={100}
          value={form.prefix}
          onChange={(event) => onChange({ prefix: event.currentTarget.value })}
        />
      )}
      {form.words.map((word, index) => (
        <TextInput
          key={index}
          label={wordLabel(form.kind, index, t)}
          maxLength={200}
          value={word}
          error={word.trim() === '' && t('foliation.blank')}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ words: form.words.map((other, at) => (at === index ? value : other)) });
          }}
        />
      ))}
    </>
  );
}
