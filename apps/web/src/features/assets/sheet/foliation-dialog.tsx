import type { SheetImage } from '@armarium/contract/contact-sheet';
import { NativeSelect, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { continuedBehind, labelsOf } from './foliation.ts';
import classes from './foliation-dialog.module.css';
import { FoliationFields, foliationOf, isFilled, kinds, presetOf, type Kind } from './foliation-form.tsx';
import { FoliationPreview, type Labelled } from './foliation-preview.tsx';

interface FoliationDialogProps {
  images: readonly SheetImage[];
  chosen: ReadonlySet<string>;
  /** @throws the failure that the dialog shows */
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
  const [range, setRange] = useState<Range>({ from: start, to: finish });
  const { from, to } = range;
  const goesOn = continuedBehind(images[start - 2]);
  const [form, setForm] = useState(() => presetOf('leaves', goesOn, t));

  const isRange = from !== undefined && to !== undefined && from >= 1 && from <= to && to <= last;
  const within = isScattered
    ? images.filter(({ uuid }) => chosen.has(uuid))
    : isRange
      ? images.slice(from - 1, to)
      : [];
  const given = isFilled(form) ? labelsOf(foliationOf(form), within.length) : [];
  const labels = within.map((image, index) => ({ image, is: (given[index] ?? '').trim() }));
  const denied = within.filter(({ allowedActions }) => !allowedActions.includes('edit')).length;
  const twice = given.length === 0 ? 0 : countTwice(images, labels);
  const place = new Map(images.map(({ uuid }, index) => [uuid, index + 1]));

  return (
    <ConfirmDialog
      opened
      size="lg"
      title={t('foliation.title')}
      confirmWord={t('foliation.write')}
      failedWord={t('failed.labels')}
      disabled={given.length === 0 || denied > 0}
      onClose={onClose}
      work={() => write(labels.map(({ image, is }) => ({ uuid: image.uuid, was: image.sgtt, is })))}
    >
      <div className={classes.form}>
        <NativeSelect
          data-autofocus
          label={t('foliation.kind')}
          value={form.kind}
          onChange={(event) => setForm(presetOf(event.currentTarget.value as Kind, goesOn, t))}
          data={kinds.map((value) => ({ value, label: t(`foliation.kinds.${value}`) }))}
        />
        {isScattered ? (
          <Text className={classes.wide}>
            {t('foliation.scattered', { count: places.length, number: grouped(places.length) })}
          </Text>
        ) : (
          <RangeFields range={range} last={last} isValid={isRange} onChange={setRange} />
        )}
        <FoliationFields form={form} onChange={(part) => setForm((before) => ({ ...before, ...part }))} />
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
        <FoliationPreview labels={given.length > 0 ? labels : []} place={place} />
      </section>
    </ConfirmDialog>
  );
}

/** 1-based places, both included; undefined while a field is empty. */
interface Range {
  from: number | undefined;
  to: number | undefined;
}

interface RangeFieldsProps {
  range: Range;
  last: number;
  isValid: boolean;
  onChange(range: Range): void;
}

function RangeFields({ range, last, isValid, onChange }: RangeFieldsProps) {
  const { t } = useTranslation('sheet');
  const field = (end: 'from' | 'to', error: string | boolean) => (
    <NumberInput
      label={t(`foliation.${end}`)}
      min={1}
      max={last}
      allowDecimal={false}
      value={range[end] ?? ''}
      error={error}
      onChange={(value) => onChange({ ...range, [end]: typeof value === 'number' ? value : undefined })}
    />
  );
  return (
    <>
      {field('from', !isValid && t('foliation.range', { last: grouped(last) }))}
      {field('to', !isValid)}
    </>
  );
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
