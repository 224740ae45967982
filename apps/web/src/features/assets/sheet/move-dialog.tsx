import { NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';

/** The question where the chosen images are to go (ASSET-19 to ASSET-21). */
export function MoveDialog({
  total,
  move,
  onClose,
}: {
  total: number;
  move(position: number): void;
  onClose(): void;
}) {
  const { t } = useTranslation('sheet');
  const [position, setPosition] = useState<number>();
  return (
    <ConfirmDialog
      opened
      title={t('moveTo')}
      confirmWord={t('move')}
      disabled={position === undefined}
      onClose={onClose}
      work={() => Promise.resolve(position !== undefined && move(position)).then(() => undefined)}
    >
      <NumberInput
        data-autofocus
        label={t('position')}
        description={t('positionHelp', { last: grouped(total) })}
        min={1}
        max={total}
        allowDecimal={false}
        value={position ?? ''}
        onChange={(value) => setPosition(typeof value === 'number' && value >= 1 ? value : undefined)}
      />
      {position !== undefined && (
        <Text mt="md">{t('moveQuestion', { position: Math.min(position, total) })}</Text>
      )}
    </ConfirmDialog>
  );
}
