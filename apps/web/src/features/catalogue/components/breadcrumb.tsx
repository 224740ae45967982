import type { Collection } from '@armarium/contract/records';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { breadcrumbQuery } from '../api/breadcrumb.ts';
import { titleOf } from '../../../ui/display-title.ts';
import '../messages.ts';
import classes from './breadcrumb.module.css';

/** The way from the root to this collection, by the parent through which the user arrived (HOME-03, HOME-05). */
export function Breadcrumb({
  collection,
  parentId,
}: {
  collection: Collection;
  parentId: string | undefined;
}) {
  const { t } = useTranslation('catalogue');
  const root = collection.parentCollectionsUuids.length === 0;
  const way = useQuery({ ...breadcrumbQuery(collection.uuid, parentId), enabled: !root });
  if (root) return null;
  const ancestors = (way.data ?? []).filter(({ uuid }) => uuid !== collection.uuid);
  return (
    <nav className={classes.breadcrumb} aria-label={t('breadcrumb')}>
      {way.data === undefined ? (
        <Skeleton height={16} width={180} />
      ) : (
        <ol>
          {ancestors.map((ancestor, index) => (
            <li key={ancestor.uuid}>
              <Link
                to={
                  index === 0
                    ? '/catalog'
                    : `/catalog/${ancestor.uuid}?parentId=${ancestors[index - 1]?.uuid}`
                }
                dir="auto"
              >
                {titleOf(ancestor, t('untitled'))}
              </Link>
              <IconChevronRight size={14} aria-hidden />
            </li>
          ))}
          <li aria-current="page" dir="auto">
            {titleOf(collection, t('untitled'))}
          </li>
        </ol>
      )}
    </nav>
  );
}
