import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { insteadOfLink } from '../../../ui/new-tab.ts';

interface StepGoneProps {
  /** The number of the step, from 1, as the address has it. */
  number: number;
  /** Where the story is edited. */
  editor: string;
  onCancel(): void;
}

/** Stands in place of a page whose address names a step that the story does not have. */
export function StepGone({ number, editor, onCancel }: StepGoneProps) {
  const { t } = useTranslation('picking');
  return (
    <EmptyState
      headingLevel={1}
      icon={<IconRoute size={40} stroke={1.2} />}
      title={t('stepGone', { step: number })}
      action={
        <Button component={Link} to={editor} onClick={insteadOfLink(onCancel)}>
          {t('toEditor')}
        </Button>
      }
    >
      {t('stepGoneText')}
    </EmptyState>
  );
}
