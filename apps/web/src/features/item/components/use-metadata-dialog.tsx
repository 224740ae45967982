import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { Suspense, useState, type ReactNode } from 'react';
import { useLetterKey } from '../../../ui/letter-keys.ts';
import { useOpener } from '../../../ui/opener.ts';
import { ItemDialog } from './lazy-dialogs.ts';

/** Opens the dialog with all metadata of an item. */
export type OpenMetadata = (how: 'opened' | 'editing') => void;

/**
 * The dialog with all metadata of an item, and what opens it (ITEM-12). It belongs to the page and not to one of its
 * layouts: what is typed in it stays when the first files arrive.
 * @param templates undefined until they are known
 * @param onGone the item went to the trash
 */
export function useMetadataDialog(
  item: Item,
  templates: readonly Template[] | undefined,
  onGone: () => void,
): { dialog: ReactNode; open: OpenMetadata } {
  // Its code is fetched when it is first opened, and stays for its closing motion.
  const [shown, setShown] = useState<'opened' | 'editing' | 'closed'>();
  const opener = useOpener();
  const open: OpenMetadata = (how) => {
    opener.keep();
    setShown(how);
  };
  const mayEdit = item.allowedActions.includes('edit') && templates !== undefined;
  useLetterKey('e', mayEdit ? () => open('editing') : undefined);
  return {
    open,
    dialog: shown !== undefined && templates && (
      <Suspense fallback={null}>
        <ItemDialog
          item={item}
          templates={templates}
          opened={shown !== 'closed'}
          editing={shown === 'editing'}
          onClose={() => {
            setShown('closed');
            opener.giveBack();
          }}
          onGone={onGone}
        />
      </Suspense>
    ),
  };
}
