import { behaviors, viewingDirections } from '@armarium/contract/item-presentation';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './contents-panel.module.css';
import type { PresentationPart } from './use-contents.ts';

interface ReadingSettingsProps {
  shown: PresentationPart;
  mayArrange: boolean;
  onChange(part: PresentationPart): void;
}

const NONE = 'none';

/** In which direction the images follow each other, and how viewers lay them out; null where nothing is said of it. */
export function ReadingSettings({ shown, mayArrange, onChange }: ReadingSettingsProps) {
  const { t } = useTranslation(['contents', 'changedFields']);
  const direction = shown.viewingDirection ?? NONE;
  const layout = shown.behavior ?? NONE;
  const wordOf = (value: string) =>
    value === NONE ? t('reading.notSet') : t(`changedFields:presentation.${value}`);
  const said = [direction, layout].filter((value) => value !== NONE).map(wordOf);
  if (!mayArrange && direction === NONE && layout === NONE) return null;
  return (
    // Closed at first: the entries need the height.
    <details className={classes.reading}>
      <summary className={classes.heading}>
        {t('reading.title')} <span className={classes.said}>{said.join(' · ') || t('reading.notSet')}</span>
      </summary>
      {mayArrange ? (
        <div className={classes.settings}>
          <NativeSelect
            size="sm"
            label={t('reading.direction')}
            description={t(`reading.directionHelp.${direction}`)}
            value={direction}
            onChange={({ currentTarget: { value } }) =>
              onChange({ viewingDirection: viewingDirections.find((one) => one === value) ?? null })
            }
            data={[NONE, ...viewingDirections].map((value) => ({ value, label: wordOf(value) }))}
          />
          <NativeSelect
            size="sm"
            label={t('reading.layout')}
            description={t(`reading.layoutHelp.${layout}`)}
            value={layout}
            onChange={({ currentTarget: { value } }) =>
              onChange({ behavior: behaviors.find((one) => one === value) ?? null })
            }
            data={[NONE, ...behaviors].map((value) => ({ value, label: wordOf(value) }))}
          />
        </div>
      ) : (
        <dl className={classes.facts}>
          <dt>{t('reading.direction')}</dt>
          <dd>{wordOf(direction)}</dd>
          <dt>{t('reading.layout')}</dt>
          <dd>{wordOf(layout)}</dd>
        </dl>
      )}
    </details>
  );
}
