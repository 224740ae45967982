import type { Collection } from '@armarium/contract/collections';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { breadcrumbQuery } from '../api/breadcrumb.ts';
import { titleOf } from '../../../ui/display-title.ts';
import classes from '../../../records/components/crumbs.module.css';

interface BreadcrumbProps {
  collection: Collection;
  parentId: string | undefined;
  /** Opens what the crumb of the collection itself stands for: it, or the summary of the catalogue. */
  onShow(): void;
}

/**
 * The way from the root to this collection, by the parent through which the user arrived (HOME-03, HOME-05). Its last
 * crumb opens the collection itself, at the top the summary of the catalogue (HOME-07, HOME-08, A-70).
 */
export function Breadcrumb({ collection, parentId, onShow }: BreadcrumbProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const root = collection.parentCollectionsUuids.length === 0;
  const way = useQuery({ ...breadcrumbQuery(collection.uuid, parentId), enabled: !root });
  const ancestors = (way.data ?? []).filter(({ uuid }) => uuid !== collection.uuid);
  return (
    <nav className={classes.breadcrumb} aria-label={t('breadcrumb')}>
      {way.isPending && !root ? (
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
                {titleOf(ancestor, t('catalogue:untitled'))}
              </Link>
              <IconChevronRight size={14} aria-hidden />
            </li>
          ))}
          <li>
            <button
              type="button"
              className={classes.current}
              aria-current="page"
              title={t(root ? 'showSummary' : 'showCollection')}
              onClick={onShow}
              dir="auto"
            >
              {titleOf(collection, t('catalogue:untitled'))}
            </button>
          </li>
        </ol>
      )}
    </nav>
  );
}
