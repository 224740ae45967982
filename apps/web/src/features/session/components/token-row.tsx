import type { Token } from '@armarium/contract/tokens';
import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import list from '../../../records/components/row-list.module.css';
import { displayMoment, displayTimestamp } from '../../../ui/display-date.ts';
import { isExpired, toldRights, type Rights } from '../token-draft.ts';
import type { RightName } from './add-token-dialog.tsx';
import factor from './second-factor.module.css';
import classes from './tokens.module.css';

/** More rights than these are folded. */
const RIGHTS_IN_A_LINE = 3;

interface TokenRightsProps {
  token: Token;
  /** What the account may do. */
  held: Rights;
  rightName: RightName;
}

/** A token of the own account: what it may do, and since when and until when. */
export function TokenRow({ onRemove, ...props }: TokenRightsProps & { onRemove(): void }) {
  const { t } = useTranslation('tokens');
  const { name, createdDate, expiresAt, lastUsedDate } = props.token;
  const isOver = isExpired(props.token);
  return (
    <li className={list.row}>
      <IconTerminal2 size={22} stroke={1.6} className={list.icon} aria-hidden />
      <div className={list.words}>
        <p className={list.name} dir="auto">
          {name}
        </p>
        <p className={`${list.facts} tabular`}>
          <span>{t('madeOn', { date: displayTimestamp(createdDate) })}</span>
          {isOver ? (
            <strong className={classes.over}>{t('expiredOn', { date: displayTimestamp(expiresAt) })}</strong>
          ) : (
            <span>{t('expiresOn', { date: displayTimestamp(expiresAt) })}</span>
          )}
          <span>
            {lastUsedDate === null ? t('unused') : t('lastUsed', { moment: displayMoment(lastUsedDate) })}
          </span>
        </p>
        <TokenRights {...props} />
      </div>
      <Button
        variant="default"
        size="compact-sm"
        className={`danger ${factor.remove}`}
        aria-label={t('removeOf', { name })}
        aria-haspopup="dialog"
        onClick={onRemove}
      >
        {t('remove')}
      </Button>
    </li>
  );
}

/** What a program may do with a token. */
function TokenRights({ token, held, rightName }: TokenRightsProps) {
  const { t } = useTranslation('tokens');
  const rights = toldRights(token.capabilities).map((capability) => {
    const name = rightName(capability, held[capability]);
    return held[capability] === undefined ? `${name} ${t('notHeld')}` : name;
  });
  // The name of a right has commas of its own.
  if (rights.length <= RIGHTS_IN_A_LINE)
    return <p className={classes.may}>{t('may', { rights: rights.join('; ') })}</p>;
  return (
    <details className={classes.may}>
      <summary>{t('rightsCount', { count: rights.length })}</summary>
      <ul>
        {rights.map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
    </details>
  );
}
