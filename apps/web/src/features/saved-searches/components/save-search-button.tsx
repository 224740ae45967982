import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSavedSearchesDialog } from './use-saved-searches-dialog.tsx';
import { resultsPath } from '../../../records/search-address.ts';

interface SaveSearchButtonProps {
  /** The name that is offered. */
  name: string;
  /** The collection in which, and below which, it looks. */
  belowUuid: string | undefined;
  mayShare: boolean;
}

/** Leads to the dialog in which the search whose results are shown is saved. */
export function SaveSearchButton({ name, belowUuid, mayShare }: SaveSearchButtonProps) {
  const { t } = useTranslation('savedSearches');
  const [query] = useSearchParams();
  const { openDialog, dialog } = useSavedSearchesDialog({
    address: savedAddress(query, belowUuid),
    name,
    mayShare,
  });
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-haspopup="dialog"
        leftSection={<IconBookmark size={18} stroke={1.6} />}
        onClick={openDialog}
      >
        {t('save')}
      </Button>
      {dialog}
    </>
  );
}

/** The address of the results without the page that is turned to, so that it stands for all that is found. */
function savedAddress(search: URLSearchParams, belowUuid: string | undefined): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  query.delete('collectionPage');
  const path = resultsPath(belowUuid?.toLowerCase());
  return query.size === 0 ? path : `${path}?${query}`;
}
