import type { Series } from '@armarium/contract/stories';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconExternalLink, IconShare2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import crumbs from '../../../records/components/crumbs.module.css';
import { titleOf } from '../../../ui/display-title.ts';
import classes from './lab-head.module.css';

interface LabHeadProps {
  series: Series | undefined;
  /** Opens the series itself. */
  onShow(): void;
  /** Opens what shares it. */
  onShare(): void;
}

/** The way to a page of the lab, and its title. The name of the series opens it (SERIES-14). */
export function LabHead({ series, onShow, onShare }: LabHeadProps) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const title = series && titleOf(series, t('catalogue:untitled'));
  return (
    <>
      <div className={classes.way}>
        <nav className={crumbs.breadcrumb} aria-label={t('breadcrumb')}>
          <ol>
            <li>
              {title === undefined ? (
                <span aria-current="page">{t('lab')}</span>
              ) : (
                <>
                  <Link to="/story">{t('lab')}</Link>
                  <IconChevronRight size={14} aria-hidden />
                </>
              )}
            </li>
            {title !== undefined && (
              <li>
                <button
                  type="button"
                  className={crumbs.current}
                  aria-current="page"
                  aria-haspopup="dialog"
                  title={t('showSeries')}
                  onClick={onShow}
                  dir="auto"
                >
                  {title}
                </button>
              </li>
            )}
          </ol>
        </nav>
        <Group gap="xs">
          {series && (
            <Button
              variant="subtle"
              size="sm"
              aria-haspopup="dialog"
              leftSection={<IconShare2 size={18} stroke={1.6} aria-hidden />}
              onClick={onShare}
            >
              {t('share')}
            </Button>
          )}
          {series && (
            <Button
              component="a"
              href={series._links.viewer.href}
              target="_blank"
              variant="subtle"
              size="sm"
              leftSection={<IconExternalLink size={18} stroke={1.6} aria-hidden />}
            >
              {t('seriesPage')}
              <VisuallyHidden> ({t('catalogue:opensInNewTab')})</VisuallyHidden>
            </Button>
          )}
        </Group>
      </div>
      <header className={classes.head}>
        <h1 className={`${classes.title} record-title`} dir="auto">
          {title ?? t('lab')}
        </h1>
        {title === undefined && <p className={classes.text}>{t('text')}</p>}
      </header>
    </>
  );
}
