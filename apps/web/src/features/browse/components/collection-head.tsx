import { Button } from '@mantine/core';
import type { Collection } from '@armarium/contract/collections';
import { IconFolderPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../ui/display-title.ts';
import type { CollectionDialog } from '../../record-entry/components/collection-dialog.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import classes from './collection-page.module.css';

interface CollectionHeadProps {
  collection: Collection;
  /** The parent through which the user arrived. */
  parentId: string | undefined;
  onDialog(dialog: CollectionDialog | 'share'): void;
}

/** The way to a collection, what can be done with it, its title and its description. */
export function CollectionHead({ collection, parentId, onDialog }: CollectionHeadProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const isRoot = collection.parentCollectionsUuids.length === 0;
  return (
    <>
      <div className={classes.way}>
        <Breadcrumb
          collection={collection}
          parentId={parentId}
          onShow={() => onDialog(isRoot ? 'summary' : 'show')}
        />
        <div className={classes.actions}>
          <Button variant="default" size="sm" aria-haspopup="dialog" onClick={() => onDialog('share')}>
            {t('share')}
          </Button>
          {collection.allowedActions.includes('createCollection') && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconFolderPlus size={18} stroke={1.6} />}
              onClick={() => onDialog('create')}
            >
              {t('createCollection')}
            </Button>
          )}
        </div>
      </div>
      <h1 className={`${classes.title} record-title`} dir="auto">
        {titleOf(collection, t('catalogue:untitled'))}
      </h1>
      {collection.sgti && (
        <p className={classes.description} dir="auto">
          {collection.sgti}
        </p>
      )}
    </>
  );
}
