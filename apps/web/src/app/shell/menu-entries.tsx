import { useQuery } from '@tanstack/react-query';
import {
  IconAdjustments,
  IconBooks,
  IconBuildingBank,
  IconDeviceDesktop,
  IconHistory,
  IconKeyboard,
  IconLifebuoy,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconRoute,
  IconStack2,
  IconSun,
  IconSwitchHorizontal,
  IconTrash,
  IconUserCircle,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ColourScheme } from '@armarium/contract/preferences';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useMatch } from 'react-router';
import { mayManageQuery } from '../../features/session/api/may-manage.ts';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { selfQuery } from '../../features/session/api/self.ts';
import { ownTenantsQuery } from '../../features/session/api/own-tenants.ts';
import { useTenantName } from '../../features/session/tenant-name.ts';
import { UserPicture } from '../../ui/user-picture.tsx';
import { useSelectionActions } from '../pages/selection-actions.ts';
import { useChoices } from '../use-choices.ts';
import { useSignOut } from '../use-sign-out.ts';
import classes from './menu-entries.module.css';

const icon = { size: 22, stroke: 1.6 } as const;
const schemes: { scheme: ColourScheme; icon: ReactNode }[] = [
  { scheme: 'auto', icon: <IconDeviceDesktop {...icon} /> },
  { scheme: 'light', icon: <IconSun {...icon} /> },
  { scheme: 'dark', icon: <IconMoon {...icon} /> },
];

interface MenuEntriesProps {
  /** After anything was chosen, so that the menu can get out of the way. */
  onAction(): void;
  onChangeOrganisation(): void;
  onKeys(): void;
  children?: ReactNode;
}

interface EntryProps {
  icon: ReactNode;
  onClick(): void;
  children: ReactNode;
}

/** What the side menu holds, the same in the rail and in the drawer of a small screen. */
export function MenuEntries({ onAction, onChangeOrganisation, onKeys, children }: MenuEntriesProps) {
  const { t } = useTranslation('app');
  const { data: tenants } = useQuery(ownTenantsQuery);
  const { data: permissions } = useQuery(permissionsQuery);
  const management = useQuery(mayManageQuery);
  // Exports are not listed under Operations.
  const mayOperate = useSelectionActions().some((action) => action !== 'export');
  const { language, chooseLanguage } = useChoices();
  // Two pages below the path of the catalogue have entries of their own.
  const { '*': page = '' } = useMatch('/catalog/*')?.params ?? {};
  const isBesideCatalogue = /^(operations|trash)(\/|$)/.test(page);
  const thenClose = (act: () => void) => () => {
    act();
    onAction();
  };
  return (
    <>
      <CurrentUser />
      <ul className={classes.entries}>
        <MenuLink to="/management/self" icon={<IconUserCircle {...icon} />} onClick={onAction}>
          {t('ownProfile')}
        </MenuLink>
        {tenants !== undefined && tenants.length > 1 && (
          <li className={classes.apart}>
            <MenuButton icon={<IconSwitchHorizontal {...icon} />} onClick={thenClose(onChangeOrganisation)}>
              {t('changeOrganisation')}
            </MenuButton>
          </li>
        )}
        <MenuLink
          to="/catalog"
          isElsewhere={isBesideCatalogue}
          icon={<IconBooks {...icon} />}
          onClick={onAction}
        >
          {t('catalogue')}
        </MenuLink>
        <MenuLink to="/story" icon={<IconRoute {...icon} />} onClick={onAction}>
          {t('storiesLab')}
        </MenuLink>
        {mayOperate && (
          <MenuLink to="/catalog/operations" icon={<IconStack2 {...icon} />} onClick={onAction}>
            {t('operations')}
          </MenuLink>
        )}
        {permissions?.readHistory !== undefined && (
          <MenuLink to="/audit" icon={<IconHistory {...icon} />} onClick={onAction}>
            {t('changes')}
          </MenuLink>
        )}
        {permissions?.useTrash !== undefined && (
          <MenuLink to="/catalog/trash" icon={<IconTrash {...icon} />} onClick={onAction}>
            {t('trash')}
          </MenuLink>
        )}
        {/* Where the server does not say so now, what it said before does not count (SHELL-23). */}
        {management.isSuccess && management.data && (
          <>
            <MenuLink to="/management" end icon={<IconUsersGroup {...icon} />} onClick={onAction}>
              {t('management')}
            </MenuLink>
            <MenuLink to="/configuration" icon={<IconAdjustments {...icon} />} onClick={onAction}>
              {t('configuration')}
            </MenuLink>
          </>
        )}
        {permissions?.manage !== undefined && (
          <MenuLink to="/organisation" icon={<IconBuildingBank {...icon} />} onClick={onAction}>
            {t('organisation')}
          </MenuLink>
        )}
        <MenuLink to="/support" icon={<IconLifebuoy {...icon} />} onClick={onAction}>
          {t('support')}
        </MenuLink>
      </ul>
      <ul className={classes.entries} data-bottom>
        <li>
          <MenuButton icon={<IconKeyboard {...icon} />} onClick={thenClose(onKeys)}>
            {t('keys')}
          </MenuButton>
        </li>
        <li>
          <MenuButton
            icon={<IconLanguage {...icon} />}
            onClick={thenClose(() => chooseLanguage(language === 'en' ? 'it' : 'en'))}
          >
            {t('language', { name: language === 'en' ? 'English' : 'Italiano' })}
          </MenuButton>
        </li>
        <SchemeEntry onAction={onAction} />
        {children && <li>{children}</li>}
        <SignOutEntry />
      </ul>
    </>
  );
}

function CurrentUser() {
  const { data: self } = useQuery(selfQuery);
  const tenantName = useTenantName();
  const name = [self?.name, self?.surname].filter(Boolean).join(' ') || self?.username || '';
  return (
    <div className={classes.user} data-user>
      <span className={classes.icon}>
        <UserPicture address={self?.avatarUrl ?? null} name={name} />
      </span>
      <span className={`menu-label ${classes.who}`}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.tenant} dir="auto">
          {tenantName}
        </span>
      </span>
    </div>
  );
}

/** The colour scheme that is shown; a click takes the next. */
function SchemeEntry({ onAction }: Pick<MenuEntriesProps, 'onAction'>) {
  const { t } = useTranslation('app');
  const { colourScheme, chooseColourScheme } = useChoices();
  const current = schemes.findIndex(({ scheme }) => scheme === colourScheme);
  return (
    <li>
      <MenuButton
        icon={schemes[current]?.icon}
        onClick={() => {
          chooseColourScheme(schemes[(current + 1) % schemes.length]?.scheme ?? 'auto');
          onAction();
        }}
      >
        {t('colourScheme', { name: t(`scheme.${colourScheme}`) })}
      </MenuButton>
    </li>
  );
}

function SignOutEntry() {
  const { t } = useTranslation('app');
  const signOut = useSignOut();
  return (
    <li>
      <MenuButton icon={<IconLogout {...icon} />} onClick={signOut}>
        {t('signOut')}
      </MenuButton>
    </li>
  );
}

interface MenuLinkProps extends EntryProps {
  to: string;
  /** Whether it is not the current one on the pages below it. */
  end?: boolean;
  /** Whether the page, though below it, has an entry of its own. */
  isElsewhere?: boolean;
}

/** An entry of the menu that leads to a page. */
function MenuLink({ to, end = false, isElsewhere = false, icon, onClick, children }: MenuLinkProps) {
  return (
    <li>
      <NavLink
        to={to}
        end={end}
        aria-current={isElsewhere ? 'false' : 'page'}
        className={classes.entry ?? ''}
        onClick={onClick}
      >
        <span className={classes.icon}>{icon}</span>
        <span className="menu-label">{children}</span>
      </NavLink>
    </li>
  );
}

/** An entry of the menu that does something instead of leading somewhere. */
export function MenuButton({ icon, onClick, children }: EntryProps) {
  return (
    <button type="button" className={classes.entry} onClick={onClick}>
      <span className={classes.icon}>{icon}</span>
      <span className="menu-label">{children}</span>
    </button>
  );
}
