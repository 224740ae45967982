import { Burger, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router';
import { tenantQuery } from '../../features/session/api/tenant.ts';
import { onItemFinished } from '../../features/upload/state/uploads.ts';
import { queryClient } from '../../lib/query-client.ts';
import { recall, remember } from '../../lib/remembered.ts';
import { ArmariumMark } from '../../ui/armarium-mark.tsx';
import { countNewItem } from '../new-items.ts';
import { tenantTypeOf } from '../tenant-type.ts';
import '../messages.ts';
import { MenuEntries } from './menu-entries.tsx';
import { SideMenu } from './side-menu.tsx';
import classes from './shell.module.css';

const UploadWidget = lazy(() =>
  import('../../features/upload/components/upload-widget.tsx').then((module) => ({
    default: module.UploadWidget,
  })),
);

const HIDDEN_KEY = 'armarium.menu-hidden';

/** Header, side menu and the page between them. */
export function Shell() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const tenant = useQuery(tenantQuery);
  const [drawer, setDrawer] = useState(false);
  const [hidden, setHidden] = useState(() => recall(HIDDEN_KEY) === 'yes');
  const main = useRef<HTMLElement>(null);
  const arrivedAt = useRef(pathname);

  useEffect(
    () =>
      onItemFinished(({ itemUuid, collectionUuid }) => {
        countNewItem(collectionUuid);
        void queryClient.invalidateQueries({ queryKey: ['catalogue', 'item', itemUuid] });
      }),
    [],
  );
  useEffect(() => {
    // A new page starts at its beginning for those who don't see it; going back keeps what the page restores.
    if (arrivedAt.current !== pathname && navigation !== 'POP') main.current?.focus({ preventScroll: true });
    arrivedAt.current = pathname;
  }, [pathname, navigation]);

  const hide = (yes: boolean) => {
    setHidden(yes);
    remember(HIDDEN_KEY, yes ? 'yes' : 'no');
  };

  return (
    <div
      className={classes.shell}
      data-menu={hidden ? 'hidden' : 'rail'}
      data-tenant-type={tenantTypeOf(pathname)}
    >
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <header className={classes.header}>
        <Burger
          className={classes.burger}
          opened={drawer}
          onClick={() => setDrawer(true)}
          size="sm"
          aria-label={t('openMenu')}
          aria-haspopup="dialog"
        />
        {hidden && (
          <button
            type="button"
            className={classes.showMenu}
            onClick={() => hide(false)}
            aria-label={t('showMenu')}
          >
            <IconLayoutSidebarLeftExpand size={22} stroke={1.6} />
          </button>
        )}
        <Link to="/catalog" className={classes.brand} aria-label={t('home')}>
          <ArmariumMark size_px={28} />
          <span className={classes.tenant} dir="auto">
            {tenant.data ? tenant.data.displayName || tenant.data.name : tenant.isError ? 'default' : ''}
          </span>
        </Link>
        <div className={classes.tools}>
          {pathname.startsWith('/catalog') && (
            <Suspense fallback={null}>
              <UploadWidget />
            </Suspense>
          )}
        </div>
      </header>
      {!hidden && <SideMenu onHide={() => hide(true)} />}
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        size={288}
        padding={0}
        title={t('menu')}
        closeButtonProps={{ 'aria-label': t('closeMenu') }}
        classNames={{ header: classes.drawerHeader ?? '' }}
      >
        <nav aria-label={t('menu')} className={classes.drawer}>
          <MenuEntries onAction={() => setDrawer(false)} />
        </nav>
      </Drawer>
      <main id="content" ref={main} className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  );
}
