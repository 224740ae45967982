import type { CurrentUser } from '@armarium/contract/session';
import { Button, Skeleton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../../../records/components/page-head.tsx';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { PageSection, PageSections, SectionColumn } from '../../../ui/page-section.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileChoices, ProfileMail, type Choices } from './profile-choices.tsx';
import { ProfilePerson } from './profile-person.tsx';
import layout from '../../../records/components/page-layout.module.css';

interface ProfilePageProps {
  self: CurrentUser;
  /** Whether the organisation sends mail. */
  sendsMail: boolean;
  /** What the organisation is called. */
  organisation: string;
  /** Whether it is known if the account has a password; a failure to learn it is told elsewhere. */
  isPasswordKnown: boolean;
  /** By what one signs in, where the account has no password. */
  noPassword: string | undefined;
  /** Why the own e-mail can't be changed; undefined where it can. */
  fixedEmail: string | undefined;
  choices: Choices;
  /** Whether mail about imports is offered. */
  hasImportMail: boolean;
  /** The parts about the second factor, passkeys, sign-on and tokens. */
  secondFactor: ReactNode;
  onSignOut(): void;
}

/** The height of the form that changes the password. */
const FORM_px = 290;

/** The own profile (back office §2.1): who one is, password, second factor, passkeys, sign-on and tokens, the sessions, language and colours, mail. */
export function ProfilePage(props: ProfilePageProps) {
  const { self, sendsMail, organisation, choices, hasImportMail, secondFactor, onSignOut } = props;
  const { isPasswordKnown, noPassword, fixedEmail } = props;
  const { t } = useTranslation('profile');
  useDocumentTitle(t('title'));
  return (
    <div className={layout.page}>
      <PageHead
        back={{ to: '/catalog', word: t('back') }}
        title={t('title')}
        end={
          <Button variant="default" leftSection={<IconLogout size={17} aria-hidden />} onClick={onSignOut}>
            {t('logout')}
          </Button>
        }
      />
      <PageSections>
        <SectionColumn>
          <PageSection title={t('person')}>
            <ProfilePerson
              self={self}
              organisation={organisation}
              sendsMail={sendsMail}
              fixedEmail={fixedEmail}
            />
          </PageSection>
          {noPassword === undefined ? (
            <PageSection title={t('changePassword')} text={t('passwordText')}>
              {isPasswordKnown ? <PasswordForm username={self.username} /> : <Skeleton height={FORM_px} />}
            </PageSection>
          ) : (
            <PageSection title={t('passwordTitle')} text={noPassword}>
              {null}
            </PageSection>
          )}
          {secondFactor}
        </SectionColumn>
        <SectionColumn>
          <PageSection title={t('choices')} text={t('choicesText')}>
            <ProfileChoices choices={choices} />
          </PageSection>
          {hasImportMail && (
            <PageSection title={t('mail')}>
              <ProfileMail choices={choices} email={self.email} />
            </PageSection>
          )}
          <PageSection title={t('sessions')} text={t('sessionsText', { organisation })}>
            <OwnSessions />
          </PageSection>
        </SectionColumn>
      </PageSections>
    </div>
  );
}
