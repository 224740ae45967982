import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ownSessionsQuery } from '../../features/people/api/own-sessions.ts';
import { ProfilePage } from '../../features/people/components/profile-page.tsx';
import { useRightWords } from '../../features/people/components/right-words.ts';
import { ownSignOnQuery } from '../../features/session/api/own-sign-on.ts';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { selfQuery } from '../../features/session/api/self.ts';
import { tenantQuery } from '../../features/session/api/tenant.ts';
import { PasskeysSection } from '../../features/session/components/passkeys-section.tsx';
import { SecondFactorSection } from '../../features/session/components/second-factor-section.tsx';
import { SignOnSection } from '../../features/session/components/sign-on-section.tsx';
import { TokensSection } from '../../features/session/components/tokens-section.tsx';
import { useTenantName } from '../../features/session/tenant-name.ts';
import { useChoices } from '../use-choices.ts';
import { useSignOut } from '../use-sign-out.ts';

/** `/management/self`: the own profile (back office §2.1). */
export function ProfileRoute() {
  const { t } = useTranslation('signOn');
  const { data: self } = useQuery(selfQuery);
  const signOn = useQuery(ownSignOnQuery);
  const organisation = useTenantName();
  const choices = useChoices();
  const rightName = useRightWords();
  const signOut = useSignOut();
  const queries = useQueryClient();
  const sendsMail = useQuery(tenantQuery).data?.sendsMail === true;
  const hasImports = useQuery(permissionsQuery).data?.monitorImports !== undefined;
  const by = signOn.data?.providers.find(({ link }) => link !== null);
  const noPassword = signOn.data?.hasPassword === false;
  return (
    self && (
      <ProfilePage
        self={self}
        sendsMail={sendsMail}
        organisation={organisation}
        isPasswordKnown={!signOn.isPending}
        noPassword={
          noPassword ? (by ? t('noPassword.by', { label: by.label }) : t('noPassword.none')) : undefined
        }
        fixedEmail={noPassword && sendsMail ? t('noPassword.email') : undefined}
        choices={choices}
        hasImportMail={sendsMail && hasImports}
        secondFactor={
          <>
            <SecondFactorSection
              username={self.username}
              onSetUp={() => void queries.invalidateQueries(ownSessionsQuery)}
            />
            <PasskeysSection username={self.username} />
            <SignOnSection username={self.username} />
            <TokensSection username={self.username} rightName={rightName} />
          </>
        }
        onSignOut={signOut}
      />
    )
  );
}
