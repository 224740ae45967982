import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ImportsTab } from '../../features/imports/components/imports-tab.tsx';
import { useTenantCallName } from '../../features/session/tenant-name.ts';
import { PageHead } from '../../records/components/page-head.tsx';
import layout from '../../records/components/page-layout.module.css';
import { useDocumentTitle } from '../../ui/document-title.ts';

const tabs = ['imports'] as const;

/** `/management`: a tab for each part, which stands in the address. Nothing is shown before the organisation's name is known. */
export function ManagementRoute() {
  const { t } = useTranslation(['imports', 'app', 'trash']);
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'imports';
  const tenantName = useTenantCallName();
  useDocumentTitle(t('app:management'));
  return (
    <div className={layout.page}>
      <PageHead back={{ to: '/catalog', word: t('trash:back') }} title={t('app:management')} />
      {tenantName !== '' && (
        <Tabs value={tab} onChange={(to) => setSearch({ tab: to ?? 'imports' })} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="imports">{t('imports:title')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="imports">
            <ImportsTab tenantName={tenantName} />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  );
}
