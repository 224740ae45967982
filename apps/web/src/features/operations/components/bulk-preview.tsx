import type { Template } from '@armarium/contract/templates';
import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem/problem-text.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import { labelOf } from '../../../records/label.ts';
import type { Preview } from '../api/batches.ts';
import { useShownValue } from './use-shown-value.ts';
import classes from './bulk-edit.module.css';

/** What the edit would do: how many, how many of them public, the distinct changes, and what is refused and why. */
export function BulkPreview({ preview, templates }: { preview: Preview; templates: readonly Template[] }) {
  const { t } = useTranslation(['selection', 'catalogue']);
  const figure = (name: 'changed' | 'unchanged' | 'failed' | 'public') =>
    t(`bulk.${name}`, { count: preview[name], formatted: grouped(preview[name]) });
  return (
    <>
      <p className={`${classes.figures} tabular`} role="status" tabIndex={-1} data-figures>
        {[
          figure('changed'),
          preview.public > 0 && figure('public'),
          preview.unchanged > 0 && figure('unchanged'),
          preview.failed > 0 && figure('failed'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {preview.changes.length > 0 && (
        <ul className={classes.changes} aria-label={t('bulk.changes')}>
          {preview.changes.map((change, index) => (
            <Change
              key={index}
              change={change}
              template={templates.find(({ name }) => name === change.name)}
            />
          ))}
        </ul>
      )}
      {preview.furtherChanges > 0 && (
        <Text size="sm" c="dimmed">
          {t('bulk.further', {
            count: preview.furtherChanges,
            formatted: grouped(preview.furtherChanges),
          })}
        </Text>
      )}
      {preview.failures.length > 0 && (
        <Alert color="red" title={figure('failed')} mt="md">
          <ul className={classes.failures}>
            {preview.failures.map((failure, index) => (
              <li key={index}>
                {t('items', { count: failure.items, formatted: grouped(failure.items) })}:{' '}
                {problemText(failure.code).title}. {currentLanguage() === 'en' && failure.detail}{' '}
                <span className="record-title" dir="auto">
                  {displayTitle(failure.title) || t('catalogue:untitled')}
                </span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

interface ChangeProps {
  change: Preview['changes'][number];
  /** Absent where the field has gone meanwhile. */
  template: Template | undefined;
}

function Change({ change, template }: ChangeProps) {
  const { t } = useTranslation(['selection', 'catalogue']);
  const shown = useShownValue();
  const field = template ?? { name: change.name, type: 'STRING' };
  return (
    <li>
      <span className={classes.label} dir="auto">
        {template ? labelOf(template) : change.name}
      </span>
      <del dir="auto">{shown(field, change.before)}</del>
      <span aria-hidden>→</span>
      <ins dir="auto">{shown(field, change.after)}</ins>
      <span className={`${classes.items} tabular`}>
        {t('items', { count: change.items, formatted: grouped(change.items) })}
      </span>
    </li>
  );
}
