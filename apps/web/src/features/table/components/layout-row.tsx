import type { TableLayout } from '@armarium/contract/item-table';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Layouts } from './use-layouts.ts';
import classes from './items-table.module.css';

export const NAME_MAX_CHARACTERS = 100;

/** Of a button that sends, while something is being sent. */
export const waitingProps = (isWorking: boolean) => ({
  'aria-disabled': isWorking,
  'data-waiting': isWorking || undefined,
});

interface LayoutRowProps {
  layout: TableLayout;
  state: Layouts;
}

/** A layout that somebody keeps, with what can be done with it. */
export function LayoutRow({ layout, state }: LayoutRowProps) {
  const { t } = useTranslation('table');
  const { changing, changed, begin } = state.change;
  const isRenaming = changing?.name === layout.name && changing.way === 'rename';
  return (
    <li>
      {isRenaming ? (
        <RenameForm key="rename" layout={layout} state={state} />
      ) : (
        <>
          <span className={classes.label} dir="auto">
            {layout.name}
          </span>
          <Button
            key="rename"
            autoFocus={changed?.name === layout.name && changed.way === 'rename'}
            variant="subtle"
            size="compact-md"
            aria-label={t('renameOf', { name: layout.name })}
            onClick={() => begin(layout.name, 'rename')}
          >
            {t('rename')}
          </Button>
          <DeleteButtons layout={layout} state={state} />
        </>
      )}
    </li>
  );
}

function RenameForm({ layout, state: { isWorking, change } }: LayoutRowProps) {
  const { t } = useTranslation('table');
  const { text = '', isTaken = false } = change.changing ?? {};
  return (
    <form noValidate className={classes.renaming} onSubmit={change.rename}>
      <TextInput
        autoFocus
        aria-label={t('newName', { name: layout.name })}
        maxLength={NAME_MAX_CHARACTERS}
        value={text}
        error={text.trim() === '' ? t('nameMissing') : isTaken && t('nameTaken')}
        onChange={(event) => change.type(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" {...waitingProps(isWorking)}>
        {t('done')}
      </Button>
      <Button variant="default" size="sm" onClick={change.cancel}>
        {t('cancel')}
      </Button>
    </form>
  );
}

/** Asks in the place of the button before the layout goes. */
function DeleteButtons({ layout, state: { isWorking, change } }: LayoutRowProps) {
  const { t } = useTranslation('table');
  const { name } = layout;
  if (change.changing?.name === name && change.changing.way === 'delete')
    return (
      <>
        <Button
          key="really"
          autoFocus
          color="red"
          variant="light"
          size="compact-md"
          aria-label={t('reallyDeleteOf', { name })}
          {...waitingProps(isWorking)}
          onClick={(event) => change.remove(event, layout)}
        >
          {t('reallyDelete')}
        </Button>
        <Button key="cancel" variant="default" size="compact-md" onClick={change.cancel}>
          {t('cancel')}
        </Button>
      </>
    );
  return (
    <Button
      key="delete"
      autoFocus={change.changed?.name === name && change.changed.way === 'delete'}
      color="red"
      variant="subtle"
      size="compact-md"
      aria-label={t('deleteOf', { name })}
      onClick={() => change.begin(name, 'delete')}
    >
      {t('delete')}
    </Button>
  );
}
