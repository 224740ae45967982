import {
  capabilities,
  reachOf,
  type Capability,
  type Role,
  type UserRights,
} from '@armarium/contract/capability';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRightWords } from './right-words.ts';
import classes from './people.module.css';

/** What follows from other capabilities: whoever may restore something may use the trash. */
const notTold: readonly Capability[] = ['useTrash'];
const shown = capabilities.filter((capability) => !notTold.includes(capability));

interface RightsSummaryProps {
  roles: readonly Role[];
  /** What ROLE_USER may change in the organisation. */
  userRights: UserRights;
}

/** What roles add up to in words, from the capability table (decisions §3) and the setting of the organisation. */
export function RightsSummary({ roles, userRights }: RightsSummaryProps) {
  const { t } = useTranslation('users');
  const rightName = useRightWords();
  const rights = shown.map((capability) => ({
    capability,
    reach: reachOf(capability, roles, userRights),
  }));
  const may = rights.filter(({ reach }) => reach !== undefined);
  const mayNot = rights.filter(({ reach }) => reach === undefined);
  if (may.length === 0) return <p className={classes.nothing}>{t('mayNothing')}</p>;
  return (
    <div className={classes.rights}>
      <section aria-label={t('may')}>
        <h3 className={classes.rightsTitle}>{t('may')}</h3>
        <ul className={classes.rightsList}>
          {may.map(({ capability, reach }) => (
            <li key={capability}>
              <IconCheck size={16} stroke={2} aria-hidden />
              <span>{rightName(capability, reach)}</span>
            </li>
          ))}
        </ul>
      </section>
      {mayNot.length > 0 && (
        <section aria-label={t('mayNot')}>
          <h3 className={classes.rightsTitle}>{t('mayNot')}</h3>
          <ul className={classes.rightsList} data-missing>
            {mayNot.map(({ capability }) => (
              <li key={capability}>
                <IconMinus size={16} stroke={2} aria-hidden />
                <span>{rightName(capability, undefined)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
