import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { UsersTab } from '../../features/people/components/users-tab.tsx';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { selfQuery } from '../../features/session/api/self.ts';
import { tenantQuery } from '../../features/session/api/tenant.ts';
import { PageHead } from '../../records/components/page-head.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import layout from '../../records/components/page-layout.module.css';

/** `/management`: the imports and the users of the organisation (back office §2.1). */
export function ManagementRoute() {
  const { t } = useTranslation(['app', 'users']);
  const [search, setSearch] = useSearchParams();
  const { data: permissions } = useQuery(permissionsQuery);
  const { data: self } = useQuery(selfQuery);
  const tenant = useQuery(tenantQuery);
  useDocumentTitle(t('management'));
  // Nothing is shown before the tenant is known; where that can't be learnt its name is `default`.
  const tenantName = tenant.data?.name ?? (tenant.isError ? 'default' : undefined);
  const userRights = tenant.data?.userRights ?? 'all';
  return (
    <div className={layout.page}>
      <PageHead back={{ to: '/catalog', word: t('users:back') }} title={t('management')} />
      {tenantName !== undefined && self && permissions && (
        <Tabs
          value={search.get('tab') ?? 'users'}
          onChange={(tab) => setSearch({ tab: tab ?? 'users' })}
          keepMounted={false}
        >
          <Tabs.List mb="lg">
            {permissions.manage !== undefined && <Tabs.Tab value="users">{t('users:title')}</Tabs.Tab>}
          </Tabs.List>
          {permissions.manage !== undefined && (
            <Tabs.Panel value="users">
              <UsersTab
                people={{
                  tenant: tenantName,
                  userRights,
                  ownId: self.id,
                }}
              />
            </Tabs.Panel>
          )}
        </Tabs>
      )}
    </div>
  );
}
