import type { Place } from '@armarium/contract/collection-calls';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../lib/problem/problem-text.ts';
import { titleOf } from '../../ui/display-title.ts';
import { keepsEscape } from '../../ui/keeps-escape.ts';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { collectionTemplatesQuery } from '../api/templates.ts';

interface NewPlaceProps {
  /** The place in which a new collection would be made. */
  offered: Place;
  /** The place in which the collection is made whose title is being typed. */
  parent: Place | undefined;
  onStart(): void;
  onCancel(): void;
  /** Makes the collection. */
  onMake(title: string): Promise<void>;
}

/** A button that makes a collection where a place is chosen, and the field for its title. */
export function NewPlace({ offered, parent, onStart, onCancel, onMake }: NewPlaceProps) {
  const { t } = useTranslation('catalogue');
  const templates = useQuery(collectionTemplatesQuery).data;
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = parent !== undefined;
  const wasOpen = useRef(false);
  useEffect(() => {
    // What had the focus is gone, unless the user went on elsewhere.
    if (!isOpen && wasOpen.current && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const { collection } = parent ?? offered;
  const into = { title: titleOf(collection, t('untitled')) };
  if (parent) return <TitleForm title={into.title} onCancel={onCancel} onMake={onMake} />;
  if (templates === undefined || !collection.allowedActions.includes('createCollection')) return null;
  if (templates.some(({ name, required }) => required && name !== 'sgtt'))
    return (
      <Text size="sm" c="dimmed">
        {t('place.needsFields')}
      </Text>
    );
  return (
    <Button
      ref={button}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconFolderPlus size={16} stroke={1.7} />}
      styles={{
        root: { height: 'auto', minHeight: 28 },
        label: { whiteSpace: 'normal', textAlign: 'start' },
      }}
      onClick={onStart}
    >
      {t('place.create', into)}
    </Button>
  );
}

interface TitleFormProps {
  /** The title of the parent. */
  title: string;
  onCancel(): void;
  onMake(title: string): Promise<void>;
}

/** The title of a new collection. It is no form of its own, since it stands within that of a dialog. */
function TitleForm({ title: parentTitle, onCancel, onMake }: TitleFormProps) {
  const { t } = useTranslation('catalogue');
  const [title, setTitle] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isWorking, setWorking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const make = async () => {
    if (title.trim() === '' || isWorking) return;
    setWorking(true);
    setFailure(undefined);
    try {
      await onMake(title.trim());
    } catch (error) {
      setFailure(error);
      setWorking(false);
    }
  };
  const into = { title: parentTitle };
  return (
    <div
      role="group"
      aria-label={t('place.create', into)}
      onFocusCapture={keepsEscape}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isWorking) return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextInput
        ref={field}
        label={t('place.newTitle', into)}
        dir="auto"
        autoComplete="off"
        value={title}
        readOnly={isWorking}
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
          aria-disabled={isWorking || undefined}
          data-waiting={isWorking || undefined}
          onClick={() => void make()}
        >
          {t('place.make')}
        </Button>
        <Button size="xs" variant="default" disabled={isWorking} onClick={onCancel}>
          {t('place.cancelNew')}
        </Button>
      </Group>
    </div>
  );
}
