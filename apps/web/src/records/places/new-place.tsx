import type { Place } from '@armarium/contract/collection-calls';
import { Button, Group, TextInput } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../lib/problem/problem-text.ts';
import { displayTitle } from '../../ui/display-title.ts';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { makeCollection } from '../api/edit-records.ts';

interface NewPlaceProps {
  /** Where the new collection is made. */
  parent: Place;
  onMade(place: Place): void;
}

/** Makes a collection where a place is chosen. What was typed stays until it is made. */
export function NewPlace({ parent, onMade }: NewPlaceProps) {
  const { t } = useTranslation(['catalogue', 'ui']);
  const [title, setTitle] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [working, setWorking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = title !== undefined;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) field.current?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const { collection } = parent;
  if (!collection.allowedActions.includes('createCollection')) return null;
  const into = { title: displayTitle(collection.sgtt) || t('untitled') };
  const make = async () => {
    const sgtt = title?.trim() ?? '';
    if (sgtt === '' || working) return;
    setWorking(true);
    setFailure(undefined);
    try {
      const made = await makeCollection([{ name: 'sgtt', value: sgtt }], collection.uuid);
      onMade({
        collection: made,
        above: [...parent.above, { uuid: collection.uuid, sgtt: collection.sgtt }],
      });
      setTitle(undefined);
    } catch (error) {
      setFailure(error);
    } finally {
      setWorking(false);
    }
  };
  if (!isOpen)
    return (
      <Button
        ref={opener}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFolderPlus size={16} stroke={1.7} />}
        styles={{ root: { height: 'auto', minHeight: 28 }, label: { whiteSpace: 'normal' } }}
        onClick={() => setTitle('')}
      >
        {t('place.create', into)}
      </Button>
    );
  return (
    // No form of its own: it stands within that of a dialog.
    <div role="group" aria-label={t('place.create', into)}>
      <TextInput
        ref={field}
        label={t('place.newTitle', into)}
        dir="auto"
        autoComplete="off"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void make();
        }}
      />
      {failure !== undefined && (
        <FailureAlert title={t('place.makeFailed')} text={describeProblem(failure)} />
      )}
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          disabled={title.trim() === ''}
          aria-disabled={working}
          data-waiting={working || undefined}
          onClick={() => void make()}
        >
          {t('place.make')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setTitle(undefined);
            setFailure(undefined);
          }}
        >
          {t('place.makeNot')}
        </Button>
      </Group>
    </div>
  );
}
