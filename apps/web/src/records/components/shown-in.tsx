import type { StoryUse } from '@armarium/contract/story-use';
import { VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { displayTitle } from '../../ui/display-title.ts';
import { grouped } from '../../ui/grouped.ts';
import { openedFrom, storyAddress } from '../story-address.ts';

interface ShownInProps {
  use: StoryUse;
  /** Whether the links open a new tab, since what somebody typed beside them would be lost. */
  inNewTab?: boolean;
}

/** In which stories images are shown, with a link to each that is named; nothing where there are none. */
export function ShownIn({ use: { storyboardsCount, storyboards }, inNewTab = false }: ShownInProps) {
  const { t } = useTranslation('catalogue');
  const { pathname, search } = useLocation();
  if (storyboardsCount === 0) return null;
  const more = storyboardsCount - storyboards.length;
  const linkOf = (uuid: string, name: string) =>
    inNewTab ? (
      <Link to={storyAddress(uuid)} target="_blank">
        {name}
        <IconExternalLink size={13} stroke={1.6} aria-hidden />
        <VisuallyHidden> ({t('opensInNewTab')})</VisuallyHidden>
      </Link>
    ) : (
      <Link to={storyAddress(uuid)} state={openedFrom(pathname + search)}>
        {name}
      </Link>
    );
  return (
    <>
      {t('shownIn', { count: storyboardsCount, formatted: grouped(storyboardsCount) })}{' '}
      {storyboards.map(({ uuid, title, isThere }, index) => {
        const name = displayTitle(title) || t('untitled');
        return (
          <Fragment key={uuid}>
            {index > 0 && ', '}
            <span dir="auto">{isThere ? linkOf(uuid, name) : t('inTheTrash', { name })}</span>
          </Fragment>
        );
      })}
      {more > 0 && ` ${t('shownInMore', { count: more, formatted: grouped(more) })}`}
    </>
  );
}
