import type { OfferedSignOn } from '@armarium/contract/session';
import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { signOnAddress } from '../sign-on-address.ts';
import classes from './sign-on.module.css';

export interface SignOnChoicesProps {
  offered: readonly OfferedSignOn[];
  /** They open in a new tab, so that this page stays; where somebody has signed in there, this page looks by itself. */
  isNewTab?: boolean;
}

/** The ways to sign in with a provider. */
export function SignOnChoices({ offered, isNewTab = false }: SignOnChoicesProps) {
  const { t } = useTranslation('signOn');
  return (
    <Stack gap="sm" pt="sm">
      {offered.map(({ id, label }) => (
        <Button
          key={id}
          component="a"
          href={signOnAddress(id, isNewTab ? '' : window.location.search)}
          {...(isNewTab && { target: '_blank', rel: 'noopener' })}
          variant="default"
          size="md"
          fullWidth
          classNames={{ root: classes.choice ?? '', label: classes.choiceLabel ?? '' }}
        >
          {t(isNewTab ? 'signInInNewTab' : 'signIn', { label })}
        </Button>
      ))}
      {isNewTab && offered.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('again.comeBack')}
        </Text>
      )}
    </Stack>
  );
}
