import type { UserRights } from '@armarium/contract/capability';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FieldsTab } from '../../features/fields/components/fields-tab.tsx';
import { WorkflowsTab } from '../../features/workflow-settings/components/workflows-tab.tsx';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { tenantQuery } from '../../features/session/api/tenant.ts';
import { PageHead } from '../../records/components/page-head.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failed } from '../../ui/failed.tsx';
import { FieldsPreview } from './fields-preview.tsx';
import layout from '../../records/components/page-layout.module.css';

/** The tabs of the page. Those of the specification that are never shown are none: their address leads to the first. */
const tabs = [
  {
    name: 'metadata',
    part: () => (
      <FieldsTab preview={(fields, type) => <FieldsPreview key={type} fields={fields} type={type} />} />
    ),
  },
  { name: 'workflows', part: (userRights: UserRights) => <WorkflowsTab userRights={userRights} /> },
] as const;

/** `/configuration`: what administrators configure, a tab for each part (back office §2.2). */
export function ConfigurationRoute() {
  const { t } = useTranslation(['configuration', 'users']);
  const permissions = useQuery(permissionsQuery);
  useDocumentTitle(t('title'));
  return (
    <div className={layout.page}>
      <PageHead back={{ to: '/catalog', word: t('users:back') }} title={t('title')} />
      {permissions.data === undefined ? (
        permissions.error && <Failed error={permissions.error} onRetry={() => void permissions.refetch()} />
      ) : permissions.data.manage === undefined ? (
        <EmptyState icon={<IconLock size={40} stroke={1.2} />} title={t('users:lackingRights')}>
          {t('users:lackingRightsText')}
        </EmptyState>
      ) : (
        <ConfigurationTabs />
      )}
    </div>
  );
}

function ConfigurationTabs() {
  const { t } = useTranslation('configuration');
  const [search, setSearch] = useSearchParams();
  const { data: tenant } = useQuery(tenantQuery);
  const shown = tabs.find(({ name }) => name === search.get('tab')) ?? tabs[0];
  return (
    <Tabs value={shown.name} onChange={(tab) => setSearch({ tab: tab ?? '' })} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {t(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, part }) => (
        <Tabs.Panel key={name} value={name}>
          {part(tenant?.userRights ?? 'all')}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
