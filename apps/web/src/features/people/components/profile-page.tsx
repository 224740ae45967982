import type { CurrentUser } from '@armarium/contract/session';
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../../../records/components/page-head.tsx';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileChoices, type Choices } from './profile-choices.tsx';
import { ProfilePerson } from './profile-person.tsx';
import layout from '../../../records/components/page-layout.module.css';
import classes from './profile.module.css';

interface ProfilePageProps {
  self: CurrentUser;
  /** What the organisation is called. */
  organisation: string;
  choices: Choices;
  onSignOut(): void;
}

/** The own profile (back office §2.1): who one is, the password, the sessions, language and colours. */
export function ProfilePage({ self, organisation, choices, onSignOut }: ProfilePageProps) {
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
      <div className={classes.sections}>
        <div className={classes.column}>
          <Section title={t('person')}>
            <ProfilePerson self={self} organisation={organisation} />
          </Section>
          <Section title={t('changePassword')} text={t('passwordText')}>
            <PasswordForm username={self.username} />
          </Section>
        </div>
        <div className={classes.column}>
          <Section title={t('choices')} text={t('choicesText')}>
            <ProfileChoices choices={choices} />
          </Section>
          <Section title={t('sessions')} text={t('sessionsText', { organisation })}>
            <OwnSessions />
          </Section>
        </div>
      </div>
    </div>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {children}
    </section>
  );
}
