import { ActionIcon, Burger } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useWatchedBatches } from '../../features/operations/state/watched-batches.ts';
import { selfQuery } from '../../features/session/api/self.ts';
import { onItemFinished } from '../../features/upload/state/uploads.ts';
import { ownDrafts } from '../../lib/drafts.ts';
import { queryClient } from '../../lib/query-client.ts';
import { recall, remember } from '../../lib/remembered.ts';
import { translate } from '../../lib/i18n.ts';
import { useCameBack } from '../../ui/came-back.ts';
import { notify } from '../../ui/notify.tsx';
import { OnceOpened } from '../../ui/once-opened.tsx';
import { useOpener } from '../../ui/opener.ts';
import { BatchPanel, MenuDrawer } from '../lazy-dialogs.ts';
import { followCatalogue } from '../live-catalogue.ts';
import { countNewItem } from '../new-items.ts';
import { tenantTypeOf } from '../tenant-type.ts';
import { Header } from './header.tsx';
import { SideMenu } from './side-menu.tsx';
import { useChangeOrganisation } from './use-change-organisation.tsx';
import { useKeysDialog } from './use-keys-dialog.tsx';
import classes from './shell.module.css';

const HIDDEN_KEY = 'armarium.menu-hidden';

/** Header, side menu and the page between them. */
export function Shell() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const accountId = useQuery(selfQuery).data?.id;
  if (accountId !== undefined) ownDrafts(accountId);
  const [drawer, setDrawer] = useState(false);
  const opener = useOpener();
  const [hidden, setHidden] = useState(() => recall(HIDDEN_KEY) === 'yes');
  const organisation = useChangeOrganisation();
  const keys = useKeysDialog();
  const batches = useWatchedBatches();
  const main = useFocusOfNewPage(pathname);
  const burger = useRef<HTMLButtonElement>(null);
  useLiveCatalogue(accountId);

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
      <Header>
        <Burger
          ref={burger}
          className={classes.burger}
          opened={drawer}
          onClick={() => {
            opener.keep(burger.current);
            setDrawer(true);
          }}
          size="sm"
          aria-label={t('openMenu')}
          aria-haspopup="dialog"
        />
        {hidden && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            visibleFrom="sm"
            onClick={() => hide(false)}
            aria-label={t('showMenu')}
          >
            <IconLayoutSidebarLeftExpand size={22} stroke={1.6} />
          </ActionIcon>
        )}
      </Header>
      {!hidden && (
        <SideMenu
          onHide={() => hide(true)}
          onChangeOrganisation={() => organisation.open(document.activeElement)}
          onKeys={() => keys.open(document.activeElement)}
        />
      )}
      <OnceOpened opened={drawer}>
        <MenuDrawer
          opened={drawer}
          onClose={() => {
            setDrawer(false);
            opener.giveBack();
          }}
          // The entry goes with the drawer; the focus comes back to what opened that.
          onChangeOrganisation={() => organisation.open(burger.current)}
          onKeys={() => keys.open(burger.current)}
        />
      </OnceOpened>
      <main id="content" ref={main} className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      {batches.length > 0 && (
        <ErrorBoundary fallback={null} onError={sayWherePanelIs}>
          <Suspense fallback={null}>
            <BatchPanel uuids={batches} />
          </Suspense>
        </ErrorBoundary>
      )}
      {organisation.dialog}
      {keys.dialog}
      <ScrollRestoration />
    </div>
  );
}

/** Tells the user that the code of the panel could not be fetched. The operation runs all the same, and the page keeps working. */
function sayWherePanelIs(): void {
  notify('error', {
    id: 'panel',
    title: translate('app:panel.missing'),
    message: translate('app:panel.next'),
  });
}

/** Shows what changes at the server, and counts the items that uploads of this browser made. */
function useLiveCatalogue(accountId: string | undefined): void {
  useEffect(
    () =>
      onItemFinished(({ itemUuid, collectionUuid }) => {
        if (accountId !== undefined) countNewItem(accountId, collectionUuid, itemUuid);
        void queryClient.invalidateQueries({ queryKey: ['catalogue', 'item', itemUuid] });
      }),
    [accountId],
  );
  useEffect(() => (accountId === undefined ? undefined : followCatalogue(accountId)), [accountId]);
}

/** @returns the element that gets the focus when another page is shown */
function useFocusOfNewPage(pathname: string): RefObject<HTMLElement | null> {
  const cameBack = useCameBack();
  // Results stay the same page when they are narrowed to a collection.
  const shownPage = pathname.replace(/^(\/catalog\/results)\/.*/, '$1');
  const main = useRef<HTMLElement>(null);
  const arrivedAt = useRef(shownPage);
  useEffect(() => {
    // A new page starts at its beginning for those who don't see it; going back keeps what the page restores.
    // A form that begins in its first field, or the search box, has taken the focus by now, and what is typed goes there.
    // So has a button that led from one record to the next, to be pressed again.
    const hasFocus =
      document.querySelector(":is(main, [role='search']) :is(input, textarea, [data-keeps-focus]):focus") !==
      null;
    if (arrivedAt.current !== shownPage && cameBack === undefined && !hasFocus)
      main.current?.focus({ preventScroll: true });
    arrivedAt.current = shownPage;
  }, [shownPage, cameBack]);
  return main;
}
