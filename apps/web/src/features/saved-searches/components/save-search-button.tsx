import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSavedSearchesDialog } from './use-saved-searches-dialog.tsx';

/** The address of a page of results without the page that is turned to, so that it stands for all that is found. */
function savedAddress({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  query.delete('collectionPage');
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

interface SaveSearchButtonProps {
  /** The name that is offered. */
  name: string;
  mayShare: boolean;
}

/** Leads to the dialog in which the search whose results are shown is saved. */
export function SaveSearchButton({ name, mayShare }: SaveSearchButtonProps) {
  const { t } = useTranslation('savedSearches');
  const search = { address: savedAddress(useLocation()), name };
  const { openDialog, dialog } = useSavedSearchesDialog({ search, mayShare });
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
