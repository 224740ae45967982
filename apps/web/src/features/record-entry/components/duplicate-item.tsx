import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { RecordFields } from './record-fields.tsx';
import { useDuplicateItem } from './use-duplicate-item.ts';

interface DuplicateItemProps {
  item: Item;
  templates: readonly Template[];
  opened: boolean;
  onClose(): void;
  onBack(): void;
}

/** A new item with the metadata of another one, in the same collections, under a pressmark of its own. */
export function DuplicateItem({ item, templates, opened, onClose, onBack }: DuplicateItemProps) {
  const { t } = useTranslation(['entry', 'editing', 'catalogue']);
  const copy = useDuplicateItem(item, templates, onClose);
  const { source, fields, draft, hints, proposal, onKeyDown } = copy;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onCancel={() => {
        copy.forget();
        onBack();
      }}
      title={t('duplicate.title')}
      size="xl"
      confirmWord={t('duplicate.save')}
      failedWord={t('duplicate.failed')}
      disabled={source.data === undefined}
      keepsOpen={() => copy.isWrong}
      work={copy.save}
      onFailure={copy.refuse}
      isTold={(failure) => isProblem(failure, 'pressmark-taken')}
    >
      {source.data === undefined ? (
        source.error ? (
          <Failed error={source.error} onRetry={() => void source.refetch()} />
        ) : (
          <Skeleton height={320} />
        )
      ) : (
        <div ref={fields} role="presentation" onKeyDown={onKeyDown}>
          {copy.isRestored && (
            <Text size="sm" c="dimmed" mb="md" role="status">
              {t('editing:form.restored')}
            </Text>
          )}
          <Text size="sm" c="dimmed" mb="md">
            {t('duplicate.of')} <bdi className="record-title">{titleOf(item, t('catalogue:untitled'))}</bdi>,{' '}
            <bdi className="tabular">{item.pressmark}</bdi>.{' '}
            {source.data.root
              ? t('duplicate.intoRoot', { collection: titleOf(source.data.root, t('catalogue:untitled')) })
              : t('duplicate.into', { count: source.data.parents.length })}{' '}
            {t('duplicate.noFiles')}
            {item.visibility === 'restricted' && ` ${t('duplicate.notRestricted')}`}
          </Text>
          <RecordFields
            // Of a field that takes one value by now, all that are copied are shown, so that the others can be taken away.
            templates={templates.map((one) => ({
              ...one,
              repeatable: one.repeatable || (draft[one.name] ?? []).length > 1,
            }))}
            draft={draft}
            onChange={copy.change}
            faults={copy.faults}
            parts={{
              pressmark: {
                placeholder: proposal && t('record.proposal', { pressmark: proposal }),
                sign: hints.sign,
                below: hints.note,
              },
            }}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}
