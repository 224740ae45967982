import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { templatesQuery } from '../../../records/api/templates.ts';
import { fieldLabel } from '../../../records/label.ts';
import type { RefusedRecord } from '../api/run-over.ts';
import type { StatefulType } from '../groups.ts';
import { grouped } from '../../../ui/grouped.ts';
import { imagesToConfirm } from '../images-to-confirm.ts';
import classes from './workflow-dialog.module.css';

/** The list names no more than these: nobody reads further before these are mended. */
const LISTED_MAX = 100;

/** The records that stayed in their state: what, why, and what to do (decisions §10). */
export function RefusedRecords({
  refused,
  total,
  resourceType,
}: {
  refused: readonly RefusedRecord[];
  total: number;
  resourceType: StatefulType;
}) {
  const { t } = useTranslation('workflow');
  const templates = useQuery(templatesQuery(resourceType)).data ?? [];
  const missingFields = (error: unknown) => {
    if (!(error instanceof ApiProblem) || error.problem.code !== 'metadata-missing') return undefined;
    const names = error.problem.fields.map(({ name }) => fieldLabel(templates, name));
    return t('fields', { names: names.join(', ') });
  };
  const count = refused.length;
  const further = count - LISTED_MAX;
  return (
    <Alert
      color="red"
      role="alert"
      mt="md"
      title={t('refused', { count, formatted: grouped(count), total: grouped(total) })}
    >
      <ul className={classes.refused}>
        {refused.slice(0, LISTED_MAX).map(({ record, error }) => {
          const { title, next } = describeProblem(error);
          const fields = missingFields(error);
          return (
            <li key={record.uuid}>
              <p className={`${classes.title} record-title`} dir="auto">
                {record.title}
              </p>
              <p>
                {title}. {fields !== undefined && `${fields} `}
                {next}
              </p>
              <ImageTitles error={error} />
            </li>
          );
        })}
      </ul>
      {further > 0 && <p>{t('further', { count: further, formatted: grouped(further) })}</p>}
    </Alert>
  );
}

/** The images that somebody has to agree to show, by their titles. */
function ImageTitles({ error }: { error: unknown }) {
  const { t } = useTranslation('workflow');
  const images = imagesToConfirm(error);
  if (images.length === 0) return null;
  return (
    <ul aria-label={t('images')} className={classes.images}>
      {images.map(({ uuid, title }) => (
        <li key={uuid} dir="auto">
          {title}
        </li>
      ))}
    </ul>
  );
}
