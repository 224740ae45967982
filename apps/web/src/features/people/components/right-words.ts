import type { Capability, Reach } from '@armarium/contract/capability';
import { useTranslation } from 'react-i18next';

/** What a right is called, by how far it reaches. */
export function useRightWords() {
  const { t } = useTranslation('users');
  return (capability: Capability, reach: Reach | undefined): string =>
    reach === 'own' ? `${t(`right.${capability}`)} ${t('ownOnly')}` : t(`right.${capability}`);
}
