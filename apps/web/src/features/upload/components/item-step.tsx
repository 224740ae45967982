import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExistingItems } from './existing-items.tsx';
import { NewItemForm } from './new-item-form.tsx';
import classes from './upload-wizard.module.css';
import type { ItemChoice } from './use-item-choice.ts';

interface ItemStepProps {
  choice: ItemChoice;
  /** The form's id, by which a button outside of it submits it. */
  formId: string;
  /** The collection that a new item goes into. */
  collectionUuid: string;
  onPlace(collectionUuid: string): void;
  /** @param isPending a new collection is not created yet */
  onPlacePending(isPending: boolean): void;
}

/** The wizard's first step: a new item, or one that exists. */
export function ItemStep({ choice, formId, collectionUuid, onPlace, onPlacePending }: ItemStepProps) {
  const { t } = useTranslation('upload');
  const { tab, setTab, goOn } = choice;
  return (
    <Tabs
      value={tab}
      onChange={(value) => setTab(value === 'existing' ? 'existing' : 'new')}
      className={classes.tabs ?? ''}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('tabs.label')} className={classes.tabList ?? ''}>
        <Tabs.Tab value="new">{t('tabs.new')}</Tabs.Tab>
        <Tabs.Tab value="existing">{t('tabs.existing')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="new" className={classes.panel ?? ''}>
        <NewItemForm
          id={formId}
          value={choice.newItem}
          onChange={choice.changeNewItem}
          onSubmit={(event) => void goOn(event)}
          collectionUuid={collectionUuid}
          onPlace={onPlace}
          onPlacePending={onPlacePending}
          titleMissing={choice.titleMissing}
          titleInput={choice.titleInput}
          pressmarkInput={choice.pressmarkInput}
          holder={choice.holder}
          looking={choice.looking}
          lookupError={choice.lookupError}
        />
      </Tabs.Panel>
      <Tabs.Panel value="existing" className={classes.panel ?? ''}>
        <ExistingItems chosen={choice.chosen} onChoose={choice.setChosen} collectionUuid={collectionUuid} />
      </Tabs.Panel>
    </Tabs>
  );
}
