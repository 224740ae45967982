import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../../../records/components/page-head.tsx';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { PageSection, PageSections, SectionColumn, SectionLine } from '../../../ui/page-section.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { organisationQuery, type ReadOrganisation } from '../api/organisation.ts';
import { AccentSetting } from './accent-setting.tsx';
import { AgreementSetting } from './agreement-setting.tsx';
import { InstallationFacts } from './installation-facts.tsx';
import { LanguageSetting, NameSetting, RightsSetting, SecondFactorSetting } from './simple-settings.tsx';
import { LogoField } from './logo-field.tsx';
import { MailSettings } from './mail-settings.tsx';
import { SettingChanges } from './setting-changes.tsx';
import { SignOnSetting } from './sign-on-setting.tsx';
import { TrashSetting } from './trash-setting.tsx';
import layout from '../../../records/components/page-layout.module.css';

interface OrganisationPageProps {
  /** The part about images of visitors. */
  images: ReactNode;
  /** The e-mail address of the signed-in account; empty where it has none. */
  ownAddress: string;
}

/** `/organisation`: the settings of the organisation (decisions §12). */
export function OrganisationPage({ images, ownAddress }: OrganisationPageProps) {
  const { t } = useTranslation('organisation');
  useDocumentTitle(t('title'));
  const query = useQuery(organisationQuery);
  return (
    <div className={layout.page}>
      <PageHead back={{ to: '/catalog', word: t('back') }} title={t('title')} text={t('text')} />
      {query.data ? (
        <Settings read={query.data} images={images} ownAddress={ownAddress} />
      ) : (
        <PendingRows query={query} height_px={160} />
      )}
    </div>
  );
}

function Settings({ read, images, ownAddress }: OrganisationPageProps & { read: ReadOrganisation }) {
  const { t } = useTranslation('organisation');
  return (
    <>
      <PageSections>
        <SectionColumn>
          <PageSection title={t('identity')}>
            <NameSetting read={read} />
            <LogoField address={read.answer.logoUrl} />
          </PageSection>
          <PageSection title={t('accent.title')} text={t('accent.text')}>
            <AccentSetting read={read} />
          </PageSection>
          <PageSection title={t('language.title')}>
            <LanguageSetting read={read} />
          </PageSection>
          <PageSection title={t('rights.title')} text={t('rights.text')}>
            <RightsSetting read={read} />
          </PageSection>
          <PageSection title={t('secondFactor.title')} text={t('secondFactor.text')}>
            <SecondFactorSetting read={read} />
          </PageSection>
          <PageSection title={t('signOn.title')} text={t('signOn.text')}>
            <SignOnSetting read={read} />
          </PageSection>
          <PageSection title={t('agreement.title')} text={t('agreement.description')}>
            <AgreementSetting read={read} />
          </PageSection>
          <PageSection title={t('trash.title')} text={t('trash.text')}>
            <TrashSetting read={read} />
          </PageSection>
        </SectionColumn>
        <SectionColumn>
          {images}
          <PageSection title={t('mail.title')} text={t('mail.text')}>
            <MailSettings read={read} ownAddress={ownAddress} />
          </PageSection>
          <PageSection title={t('installation.title')} text={t('installation.text')}>
            <InstallationFacts organisation={read.answer} />
          </PageSection>
        </SectionColumn>
      </PageSections>
      <SectionLine>
        <PageSection title={t('changes.title')}>
          <SettingChanges />
        </PageSection>
      </SectionLine>
    </>
  );
}
