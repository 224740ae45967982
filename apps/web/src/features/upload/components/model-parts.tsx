import { Button, FileButton } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { modelFiles } from '../state/chosen-files.ts';
import { pickable } from '../state/content-types.ts';
import type { ChosenFile } from '../state/file-list.ts';
import classes from './files-step.module.css';

interface ModelPartsProps {
  files: readonly ChosenFile[];
  onAdd(files: File[]): void;
}

/** What a model that is sent in pieces still lacks; each entry is the way to add it. */
export function ModelParts({ files, onAdd }: ModelPartsProps) {
  const { t } = useTranslation('choosing');
  const { materials, textures } = modelFiles(files);
  const missing = [
    ...(materials.length === 0 ? (['material'] as const) : []),
    ...(textures.length === 0 ? (['texture'] as const) : []),
  ];
  if (missing.length === 0) return null;
  return (
    <ul className={classes.parts} aria-label={t('model.parts')}>
      {missing.map((part) => (
        <li key={part} className={classes.part}>
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          <span className={classes.partName}>
            {t(`model.${part}`)}: <strong>{t('model.missing')}</strong>
          </span>
          <FileButton accept={pickable(part)} onChange={(file) => file && onAdd([file])}>
            {(props) => (
              <Button {...props} variant="subtle" size="compact-md" leftSection={<IconPlus size={16} />}>
                {t(part === 'material' ? 'model.addMaterial' : 'model.addTexture')}
              </Button>
            )}
          </FileButton>
        </li>
      ))}
    </ul>
  );
}
