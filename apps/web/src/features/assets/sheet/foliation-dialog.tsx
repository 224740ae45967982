import type { SheetImage } from '@armarium/contract/contact-sheet';
import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import { continuedBehind, labelsOf, type Foliation, type LeafSide, type Numerals } from './foliation.ts';
import classes from './foliation-dialog.module.css';

const kinds = [
  'leaves',
  'pages',
  'flyleaves',
  'frontCover',
  'backCover',
  'inserts',
  'repeated',
  'unnumbered',
] as const;
type Kind = (typeof kinds)[number];

/** What of a kind is asked for. */
const asks = {
  leaves: { prefix: true, first: true, side: true, words: 0 },
  pages: { prefix: true, first: true, side: false, words: 0 },
  flyleaves: { prefix: true, first: true, side: true, words: 0 },
  frontCover: { prefix: false, first: false, side: false, words: 2 },
  backCover: { prefix: false, first: false, side: false, words: 2 },
  inserts: { prefix: true, first: true, side: true, words: 0 },
  repeated: { prefix: true, first: true, side: true, words: 0 },
  unnumbered: { prefix: false, first: false, side: false, words: 1 },
} as const;

interface Form {
  readonly kind: Kind;
  readonly prefix: string;
  readonly numerals: Numerals;
  readonly first: number | undefined;
  readonly side: LeafSide;
  readonly words: readonly string[];
}

interface Labelled {
  readonly image: SheetImage;
  /** The label that is to be written. */
  readonly is: string;
}

/** Of one label in the preview, unless it is long. */
const ROW_px = 28;

interface FoliationDialogProps {
  images: readonly SheetImage[];
  chosen: ReadonlySet<string>;
  /** @throws what is told in the dialog */
  write(labels: readonly { uuid: string; was: string; is: string }[]): Promise<void>;
  onClose(): void;
}

/** Labels a range of images, or those that are chosen here and there, and shows every label before it is written. */
export function FoliationDialog({ images, chosen, write, onClose }: FoliationDialogProps) {
  const { t } = useTranslation('sheet');
  const last = images.length;
  const places = images.flatMap(({ uuid }, index) => (chosen.has(uuid) ? [index + 1] : []));
  const [start, finish] = [places[0] ?? 1, places.at(-1) ?? last];
  const isScattered = places.length > 1 && finish - start + 1 !== places.length;
  const [from, setFrom] = useState<number | undefined>(start);
  const [to, setTo] = useState<number | undefined>(finish);
  const goesOn = continuedBehind(images[start - 2]);
  const presets = (kind: Kind): Form => ({
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
  });
  const [form, setForm] = useState(() => presets('leaves'));
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const asked = asks[form.kind];

  const isRange =
    isScattered || (from !== undefined && to !== undefined && from >= 1 && from <= to && to <= last);
  const isNumbered = !asked.first || form.first !== undefined;
  const isWorded = form.words.every((word) => word.trim() !== '');
  const within = !isRange
    ? []
    : isScattered
      ? images.filter(({ uuid }) => chosen.has(uuid))
      : images.slice((from ?? 1) - 1, to);
  const given = isNumbered && isWorded ? labelsOf(foliationOf(form), within.length) : [];
  const labels = within.map((image, index) => ({ image, is: (given[index] ?? '').trim() }));
  const denied = within.filter(({ allowedActions }) => !allowedActions.includes('edit')).length;
  const twice = given.length === 0 ? 0 : countTwice(images, labels);
  const place = new Map(images.map(({ uuid }, index) => [uuid, index + 1]));
  const isValid = given.length > 0 && denied === 0;

  return (
    <ConfirmDialog
      opened
      size="lg"
      title={t('foliation.title')}
      confirmWord={t('foliation.write')}
      failedWord={t('failed.labels')}
      disabled={!isValid}
      onClose={onClose}
      work={() => write(labels.map(({ image, is }) => ({ uuid: image.uuid, was: image.sgtt, is })))}
    >
      <div className={classes.form}>
        <NativeSelect
          data-autofocus
          label={t('foliation.kind')}
          value={form.kind}
          onChange={(event) => setForm(presets(event.currentTarget.value as Kind))}
          data={kinds.map((value) => ({ value, label: t(`foliation.kinds.${value}`) }))}
        />
        {isScattered ? (
          <Text className={classes.wide}>
            {t('foliation.scattered', { count: places.length, number: grouped(places.length) })}
          </Text>
        ) : (
          <>
            <NumberInput
              label={t('foliation.from')}
              min={1}
              max={last}
              allowDecimal={false}
              value={from ?? ''}
              error={!isRange && t('foliation.range', { last: grouped(last) })}
              onChange={(value) => setFrom(typeof value === 'number' ? value : undefined)}
            />
            <NumberInput
              label={t('foliation.to')}
              min={1}
              max={last}
              allowDecimal={false}
              value={to ?? ''}
              error={!isRange}
              onChange={(value) => setTo(typeof value === 'number' ? value : undefined)}
            />
          </>
        )}
        {asked.first && (
          <NumberInput
            label={t('foliation.first')}
            min={1}
            max={99_999}
            allowDecimal={false}
            value={form.first ?? ''}
            error={form.first === undefined && t('foliation.number')}
            onChange={(value) =>
              change({ first: typeof value === 'number' && value >= 1 ? value : undefined })
            }
          />
        )}
        {asked.side && (
          <NativeSelect
            label={t('foliation.side')}
            value={form.side}
            onChange={(event) => change({ side: event.currentTarget.value as LeafSide })}
            data={(['r', 'v'] as const).map((value) => ({ value, label: t(`foliation.sides.${value}`) }))}
          />
        )}
        {asked.first && (
          <NativeSelect
            label={t('foliation.numerals')}
            value={form.numerals}
            onChange={(event) => change({ numerals: event.currentTarget.value as Numerals })}
            data={(['arabic', 'roman', 'ROMAN'] as const).map((value) => ({
              value,
              label: t(`foliation.numeral.${value}`),
            }))}
          />
        )}
        {asked.prefix && (
          <TextInput
            label={t('foliation.prefix')}
            maxLength={100}
            value={form.prefix}
            onChange={(event) => change({ prefix: event.currentTarget.value })}
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
              change({ words: form.words.map((other, at) => (at === index ? value : other)) });
            }}
          />
        ))}
      </div>
      <section className={classes.preview} aria-label={t('foliation.preview')}>
        <h3 className={classes.heading}>
          {t('foliation.preview')}{' '}
          <span className="tabular">
            {t('foliation.previewOf', { count: given.length, number: grouped(given.length) })}
          </span>
        </h3>
        {denied > 0 && (
          <p className={classes.warning}>
            {t('foliation.mayNot', { count: denied, number: grouped(denied) })}
          </p>
        )}
        {twice > 0 && (
          <p className={classes.warning}>{t('foliation.twice', { count: twice, number: grouped(twice) })}</p>
        )}
        <Preview labels={given.length > 0 ? labels : []} place={place} />
      </section>
    </ConfirmDialog>
  );
}

/** Old and new labels in a list that scrolls, of which only those in sight are drawn: an item may have thousands. */
function Preview({ labels, place }: { labels: readonly Labelled[]; place: ReadonlyMap<string, number> }) {
  const { t } = useTranslation('sheet');
  const scroller = useRef<HTMLDivElement>(null);
  // Nothing here is memoized by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: labels.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_px,
    overscan: 4,
  });
  return (
    <div
      ref={scroller}
      className={classes.labels}
      role="group"
      // What scrolls has to be reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('foliation.preview')}
    >
      <ol style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const labelled = labels[index];
          if (!labelled) return null;
          const { image, is } = labelled;
          return (
            <li
              key={image.uuid}
              ref={rows.measureElement}
              data-index={index}
              data-even={index % 2 === 1 || undefined}
              aria-posinset={index + 1}
              aria-setsize={labels.length}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className={`${classes.place} tabular`}>{place.get(image.uuid)}</span>
              <ins dir="auto">{is}</ins>
              <span className={classes.before} dir="auto">
                {image.sgtt === is ? t('foliation.unchanged') : displayTitle(image.sgtt)}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function wordLabel(kind: Kind, index: number, t: (key: string) => string): string {
  if (kind === 'unnumbered') return t('foliation.words');
  // Of the cover behind the inside comes first.
  return t((index === 0) === (kind === 'frontCover') ? 'foliation.wordsOutside' : 'foliation.wordsInside');
}

function foliationOf({ kind, prefix, numerals, first = 1, side, words }: Form): Foliation {
  if (words.length > 0) return { kind: 'words', words };
  if (kind === 'pages') return { kind, prefix, numerals, first };
  return { kind: kind === 'repeated' ? 'repeated' : 'leaves', prefix, numerals, first, side };
}

/** How many of the new numbers stand at another image as well; words may stand at several. */
function countTwice(images: readonly SheetImage[], labels: readonly Labelled[]): number {
  const changed = new Map(labels.map(({ image, is }) => [image.uuid, is]));
  const counts = new Map<string, number>();
  for (const { uuid, sgtt } of images) {
    const label = changed.get(uuid) ?? sgtt;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return labels.filter(({ is }) => /\d|[ivxlcdm]\s?[rv]?$/i.test(is) && (counts.get(is) ?? 0) > 1).length;
}
