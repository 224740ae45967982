import type { UserRights } from '@armarium/contract/capability';
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageSection } from '../../../ui/page-section.tsx';
import { EffectsTab } from './effects-tab.tsx';
import { FileTab } from './file-tab.tsx';
import { useWorkflowFile } from './use-workflow-file.ts';
import { StatesTab } from './states-tab.tsx';
import { TransitionsTab } from './transitions-tab.tsx';

const parts = ['states', 'transitions', 'effects', 'file'] as const;

/** The tab Workflows of the configuration: states, the transitions between them, what these send, and a file of it all. */
export function WorkflowsTab({ userRights }: { userRights: UserRights }) {
  const { t } = useTranslation('workflowSettings');
  const [search, setSearch] = useSearchParams();
  // It stays chosen while the states and transitions are looked at.
  const file = useWorkflowFile();
  const shown = parts.find((part) => part === search.get('part')) ?? parts[0];
  return (
    <Tabs
      value={shown}
      onChange={(part) => setSearch({ tab: search.get('tab') ?? '', part: part ?? '' })}
      keepMounted={false}
      variant="pills"
    >
      <Tabs.List mb="md" aria-label={t('parts')}>
        {parts.map((part) => (
          <Tabs.Tab key={part} value={part}>
            {t(part === 'file' || part === 'effects' ? `${part}.title` : part)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="states">
        <PageSection title={t('states')} text={t('statesText')}>
          <StatesTab />
        </PageSection>
      </Tabs.Panel>
      <Tabs.Panel value="transitions">
        <PageSection title={t('transitions')} text={t('transitionsText')}>
          <TransitionsTab userRights={userRights} />
        </PageSection>
      </Tabs.Panel>
      <Tabs.Panel value="effects">
        <PageSection title={t('effects.title')} text={t('effects.text')}>
          <EffectsTab />
        </PageSection>
      </Tabs.Panel>
      <Tabs.Panel value="file">
        <PageSection title={t('file.title')} text={t('file.text')}>
          <FileTab file={file} />
        </PageSection>
      </Tabs.Panel>
    </Tabs>
  );
}
