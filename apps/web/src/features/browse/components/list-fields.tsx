import { LIST_FIELDS_MAX } from '@armarium/contract/items-view';
import { Button, NativeSelect, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../records/label.ts';
import type { ListColumns } from '../list-columns.ts';
import classes from './items-list.module.css';

interface ListFieldsProps {
  columns: ListColumns;
  onChoose(names: string[]): void;
}

/** The fields that the compact list shows beside the usual ones; the list follows at once. */
export function ListFields({ columns: { fields, choice }, onChoose }: ListFieldsProps) {
  const { t } = useTranslation('browse');
  const [opened, setOpened] = useState(false);
  // While it is open, a choice stays in its place, also one of no field.
  const [draft, setDraft] = useState<readonly string[]>();
  if (choice.length === 0) return null;
  const names = draft ?? Array.from({ length: LIST_FIELDS_MAX }, (_, place) => fields[place]?.name ?? '');
  const choose = (place: number, name: string) => {
    // A field that is chosen in one place leaves the other one.
    const chosen = names.map((other, index) => (index === place ? name : other === name ? '' : other));
    setDraft(chosen);
    onChoose(chosen.filter(Boolean));
  };
  const change = (open: boolean) => {
    setOpened(open);
    setDraft(undefined);
  };
  return (
    <Popover opened={opened} onChange={change} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          className={classes.choose ?? ''}
          variant="subtle"
          size="compact-md"
          leftSection={<IconColumns3 size={18} stroke={1.6} />}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => change(!opened)}
        >
          {t('list.fields')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.fieldsTitle')}>
        {names.map((name, place) => (
          <NativeSelect
            key={place}
            mb="sm"
            label={t('list.field', { place: place + 1 })}
            value={name}
            data={[
              { value: '', label: t('list.none') },
              ...choice.map((field) => ({ value: field.name, label: labelOf(field) })),
            ]}
            onChange={({ currentTarget: { value } }) => choose(place, value)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
