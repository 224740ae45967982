import { useTranslation } from 'react-i18next';
import { PageSection } from '../../../ui/page-section.tsx';
import { StatesTab } from './states-tab.tsx';

/** The tab Workflows of the configuration (back office §2.3). */
export function WorkflowsTab() {
  const { t } = useTranslation('workflowSettings');
  return (
    <PageSection title={t('states')} text={t('statesText')}>
      <StatesTab />
    </PageSection>
  );
}
