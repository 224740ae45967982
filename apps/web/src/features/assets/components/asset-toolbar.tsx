import type { Item } from '@armarium/contract/items';
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconArrowsSort, IconFilePlus, IconLayoutGrid, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { grouped } from '../../../ui/grouped.ts';
import { assetKinds, countOf, type Asset, type AssetKind } from '../asset-kinds.ts';
import type { AssetAction } from './asset-action.ts';
import classes from './asset-section.module.css';
import { withChosen, type Chosen } from './use-asset-gestures.ts';

/** Whether the user may do something to all of some files; not where there are none. */
function may(action: Asset['allowedActions'][number], assets: readonly Asset[]): boolean {
  return assets.length > 0 && assets.every(({ allowedActions }) => allowedActions.includes(action));
}

interface AssetToolbarProps {
  item: Item;
  kind: AssetKind;
  /** The files of the page. */
  pageAssets: readonly Asset[];
  chosen: Chosen;
  arranging: boolean;
  onChoose(chosen: Chosen): void;
  onArrange(): void;
  /** Absent where the user may not add files to the item. */
  onAdd: ((item: Item, kind: AssetKind) => void) | undefined;
}

/** What can be done with the files of a kind before any is chosen. */
export function AssetToolbar(props: AssetToolbarProps) {
  const { item, kind, pageAssets, chosen, arranging, onChoose, onArrange, onAdd } = props;
  const { t } = useTranslation('assets');
  const total = countOf(item, kind);
  const mayChoose = pageAssets.some(({ allowedActions }) => allowedActions.length > 0);
  const mayArrange = total > 1 && may('move', pageAssets);
  const pageChosen = pageAssets.filter(({ uuid }) => chosen.has(uuid)).length;
  return (
    <div className={classes.toolbar}>
      {mayChoose && !arranging && (
        <Checkbox
          aria-label={t('choosePage')}
          title={t('choosePage')}
          checked={pageChosen > 0 && pageChosen === pageAssets.length}
          indeterminate={pageChosen > 0 && pageChosen !== pageAssets.length}
          onChange={(event) => onChoose(withChosen(chosen, pageAssets, event.currentTarget.checked))}
        />
      )}
      {kind === 'images' && total > 0 && (
        <Button
          component={Link}
          to="contact-sheet"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconLayoutGrid size={17} aria-hidden />}
        >
          {t('contactSheet')}
        </Button>
      )}
      {/* An item without any is offered them where they would be seen. */}
      {onAdd && assetKinds.some((one) => countOf(item, one) > 0) && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconFilePlus size={17} aria-hidden />}
          onClick={() => onAdd(item, kind)}
        >
          {t('add')}
        </Button>
      )}
      {(mayArrange || arranging) && (
        <Button
          variant={arranging ? 'light' : 'subtle'}
          size="compact-sm"
          leftSection={<IconArrowsSort size={17} aria-hidden />}
          aria-pressed={arranging}
          onClick={onArrange}
        >
          {t(arranging ? 'arranged' : 'arrange')}
        </Button>
      )}
    </div>
  );
}

interface ChosenBarProps {
  count: number;
  /** Those of the chosen files that are known. */
  picked: readonly Asset[];
  onClear(): void;
  onAsk(action: AssetAction): void;
}

/** What can be done with the chosen files. */
export function ChosenBar({ count, picked, onClear, onAsk }: ChosenBarProps) {
  const { t } = useTranslation('assets');
  const actions = [
    ...(may('edit', picked) ? (['edit'] as const) : []),
    ...(may('move', picked) ? (['move', 'into'] as const) : []),
    ...(may('trash', picked) ? (['delete'] as const) : []),
  ];
  return (
    <div role="group" aria-label={t('actions')} className={classes.actions}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('clear')}
        title={t('clear')}
        onClick={onClear}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
      <span role="status" className="tabular">
        {t('chosen', { formatted: grouped(count) })}
      </span>
      {actions.map((action) => (
        <Button
          key={action}
          variant="default"
          size="compact-sm"
          className={action === 'delete' ? 'danger' : ''}
          aria-haspopup="dialog"
          onClick={() => onAsk(action === 'edit' && picked.length === 1 ? 'details' : action)}
        >
          {t(action)}
        </Button>
      ))}
    </div>
  );
}
