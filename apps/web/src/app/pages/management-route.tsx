import type { UserRights } from '@armarium/contract/capability';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ImportsTab } from '../../features/imports/components/imports-tab.tsx';
import { UsersTab } from '../../features/people/components/users-tab.tsx';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { selfQuery } from '../../features/session/api/self.ts';
import { tenantQuery } from '../../features/session/api/tenant.ts';
import { useTenantCallName } from '../../features/session/tenant-name.ts';
import { PageHead } from '../../records/components/page-head.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failed } from '../../ui/failed.tsx';
import layout from '../../records/components/page-layout.module.css';

/**
 * `/management`: a tab for each part that the user may see, which stands in the address. Nothing is shown before the
 * organisation's name is known (MGMT-03).
 */
export function ManagementRoute() {
  const { t } = useTranslation('app');
  const tenantName = useTenantCallName();
  // Here rather than in the tabs: each component that comes to want it asks again where it failed, which takes the tabs away.
  const { data: tenant } = useQuery(tenantQuery);
  const permissions = useQuery(permissionsQuery);
  useDocumentTitle(t('management'));
  return (
    <div className={layout.page}>
      <PageHead back={{ to: '/catalog', word: t('users:back') }} title={t('management')} />
      {permissions.data === undefined && permissions.error ? (
        <Failed error={permissions.error} onRetry={() => void permissions.refetch()} />
      ) : (
        tenantName !== '' &&
        permissions.data && (
          <ManagementTabs
            tenantName={tenantName}
            userRights={tenant?.userRights ?? 'all'}
            sendsMail={tenant?.sendsMail === true}
            hasImports={permissions.data.monitorImports !== undefined}
            hasUsers={permissions.data.manage !== undefined}
          />
        )
      )}
    </div>
  );
}

interface ManagementTabsProps {
  tenantName: string;
  userRights: UserRights;
  sendsMail: boolean;
  hasImports: boolean;
  hasUsers: boolean;
}

function ManagementTabs({ tenantName, userRights, sendsMail, hasImports, hasUsers }: ManagementTabsProps) {
  const { t } = useTranslation(['imports', 'users']);
  const [search, setSearch] = useSearchParams();
  const { data: self } = useQuery(selfQuery);
  const tabs = [...(hasImports ? ['imports'] : []), ...(hasUsers ? ['users'] : [])];
  if (tabs[0] === undefined)
    return (
      <EmptyState icon={<IconLock size={40} stroke={1.2} />} title={t('users:lackingRights')}>
        {t('users:lackingRightsText')}
      </EmptyState>
    );
  return (
    <Tabs
      value={tabs.find((tab) => tab === search.get('tab')) ?? tabs[0]}
      onChange={(tab) => setSearch({ tab: tab ?? '' })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {hasImports && <Tabs.Tab value="imports">{t('imports:title')}</Tabs.Tab>}
        {hasUsers && <Tabs.Tab value="users">{t('users:title')}</Tabs.Tab>}
      </Tabs.List>
      {hasImports && (
        <Tabs.Panel value="imports">
          <ImportsTab tenantName={tenantName} />
        </Tabs.Panel>
      )}
      {hasUsers && (
        <Tabs.Panel value="users">
          {self && <UsersTab people={{ tenant: tenantName, userRights, sendsMail, ownId: self.id }} />}
        </Tabs.Panel>
      )}
    </Tabs>
  );
}
