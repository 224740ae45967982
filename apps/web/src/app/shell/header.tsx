import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { SearchBox } from '../../features/browse/components/search-box.tsx';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { selfQuery } from '../../features/session/api/self.ts';
import { tenantQuery } from '../../features/session/api/tenant.ts';
import { useTenantName } from '../../features/session/tenant-name.ts';
import { UploadWidget } from '../../features/upload/components/upload-widget.tsx';
import { ArmariumMark } from '../../ui/armarium-mark.tsx';
import { NoticesBell } from '../../ui/notices-bell.tsx';
import classes from './header.module.css';

/** Most may upload: what stands beside the widget must not move when that comes. */
const toBe = <span className={classes.toBe} />;

/** Whose catalogue it is, and the tools of the path: those of the catalogue under `/catalog` only (catalogue §2). */
export function Header({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const permissions = useQuery(permissionsQuery);
  const accountId = useQuery(selfQuery).data?.id;
  const inCatalogue = /^\/catalog(\/|$)/.test(pathname);
  return (
    <header className={classes.header}>
      {children}
      <Brand />
      <div className={classes.tools}>
        {inCatalogue && <SearchBox accountId={accountId} />}
        {inCatalogue && permissions.data === undefined && !permissions.isError && toBe}
        {permissions.data?.upload !== undefined && inCatalogue && <UploadWidget />}
        <NoticesBell />
      </div>
    </header>
  );
}

/** The organisation's logo, or the product's mark where it has none or it does not load, and its name. */
function Brand() {
  const { t } = useTranslation('app');
  const name = useTenantName();
  const logo = useQuery(tenantQuery).data?.logoUrl ?? undefined;
  const [broken, setBroken] = useState<string>();
  const hasLogo = logo !== undefined && broken !== logo;
  return (
    <Link to="/catalog" className={classes.brand} data-logo={hasLogo || undefined}>
      {hasLogo ? (
        <img className={classes.logo} src={logo} alt={name} onError={() => setBroken(logo)} />
      ) : (
        <ArmariumMark size_px={28} />
      )}
      <span className={classes.tenant} dir="auto" aria-hidden={hasLogo}>
        {name}
      </span>
      <span className="visually-hidden">{t('toCatalogue')}</span>
    </Link>
  );
}
