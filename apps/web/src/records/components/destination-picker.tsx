import { Radio, Skeleton, Text, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Failed } from '../../ui/failed.tsx';
import { PageTurner } from '../../ui/page-turner.tsx';
import classes from './destination-picker.module.css';
import type { PagedSearch } from './use-paged-search.ts';

interface DestinationPickerProps {
  paged: PagedSearch;
  /** The page that the search found. */
  found: UseQueryResult<{ readonly page: { readonly totalPages: number } }>;
  destinations: readonly Destination[];
  chosen: string | undefined;
  onChoose(uuid: string): void;
  words: Readonly<Record<'search' | 'none' | 'destination' | 'pages', string>>;
  /** Stands between the search field and the list. */
  children?: ReactNode;
}

interface Destination {
  uuid: string;
  title: string;
  description: ReactNode;
  disabled?: boolean;
}

/** A search for records, page by page, and a choice of one as a destination. */
export function DestinationPicker(props: DestinationPickerProps) {
  const { paged, found, destinations, chosen, onChoose, words, children } = props;
  return (
    <>
      <TextInput
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={17} stroke={1.7} aria-hidden />}
        value={paged.text}
        onChange={(event) => paged.setText(event.currentTarget.value)}
        data-autofocus
        mb="sm"
      />
      {children}
      <div className={classes.list} data-old={found.isPlaceholderData || undefined}>
        {found.isPending && [1, 2, 3, 4].map((row) => <Skeleton key={row} height={44} mb={6} />)}
        {found.isError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
        {found.isSuccess && destinations.length === 0 && (
          <Text c="dimmed" role="status">
            {words.none}
          </Text>
        )}
        {destinations.length > 0 && (
          <Radio.Group value={chosen ?? null} onChange={onChoose} aria-label={words.destination}>
            {destinations.map(({ uuid, title, description, disabled = false }) => (
              <Radio
                key={uuid}
                value={uuid}
                className={classes.choice ?? ''}
                disabled={disabled}
                label={
                  <span className="record-title" dir="auto">
                    {title}
                  </span>
                }
                description={description}
              />
            ))}
          </Radio.Group>
        )}
      </div>
      <PageTurner
        page={paged.page}
        totalPages={found.data?.page.totalPages ?? 0}
        onTurn={paged.turnTo}
        label={words.pages}
      />
    </>
  );
}
