import type { Series } from '@armarium/contract/stories';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../../../records/selection/picking.ts';
import { useOpener } from '../../../ui/opener.ts';
import { ChosenBar, focusContent } from '../../operations/components/chosen-bar.tsx';
import type { LabRights } from '../rights.ts';
import { AddToMenu } from './add-to-menu.tsx';
import { ChosenDialog, type ChosenAction } from './chosen-dialog.tsx';

interface ChosenStoriesBarProps {
  choice: Choice;
  series: Series | undefined;
  rights: LabRights;
}

/** What can be done with the chosen stories: in the lab `Add to`, `Delete`, in a series `Move`, `Remove` (STORY-16, SERIES-06). */
export function ChosenStoriesBar({ choice, series, rights }: ChosenStoriesBarProps) {
  const { t } = useTranslation('stories');
  const [action, setAction] = useState<ChosenAction>();
  const opener = useOpener();
  const begin = (next: ChosenAction, from: Element | null = document.activeElement) => {
    opener.keep(from);
    setAction(next);
  };
  if (choice.count === 0 && action === undefined) return null;
  const mayChange = series?.allowedActions.includes('edit') === true;
  const button = (name: 'move' | 'remove' | 'workflow') => (
    <Button variant={name === 'move' ? 'filled' : 'default'} onClick={() => begin(name)}>
      {t(name)}
    </Button>
  );
  return (
    <ChosenBar
      label={t('chosen')}
      choice={choice}
      actions={
        <>
          {!series && rights.edit && <AddToMenu choice={choice} onOther={(from) => begin('add', from)} />}
          {mayChange && button('move')}
          {mayChange && button('remove')}
          {!series && rights.arrange && (
            <Button
              variant="default"
              className="danger"
              leftSection={<IconTrash size={18} stroke={1.6} aria-hidden />}
              onClick={() => begin('delete')}
            >
              {t('delete')}
            </Button>
          )}
          {rights.transition && button('workflow')}
        </>
      }
    >
      {action && (
        <ChosenDialog
          {...{ action, choice, series }}
          onClose={() => {
            setAction(undefined);
            // With nothing left the bar goes too.
            if (choice.count === 0) focusContent();
            else opener.giveBack();
          }}
        />
      )}
    </ChosenBar>
  );
}
