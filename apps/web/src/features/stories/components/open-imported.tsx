import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { openedFrom, storyAddress } from '../../../records/story-address.ts';

/** Leads to the story that was imported. It takes the focus, since the button that had it is gone. */
export function OpenImported({ uuid }: { uuid: string }) {
  const { t } = useTranslation('stories');
  const { pathname, search } = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <Button ref={link} component={Link} to={storyAddress(uuid)} state={openedFrom(pathname + search)}>
      {t('import.openStory')}
    </Button>
  );
}
