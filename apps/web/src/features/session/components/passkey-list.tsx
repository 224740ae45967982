import type { Passkey } from '@armarium/contract/passkeys';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { displayTimestamp } from '../../../ui/display-date.ts';
import list from '../../../records/components/row-list.module.css';
import classes from './second-factor.module.css';

interface PasskeyListProps {
  /** Those of this host come first. */
  passkeys: readonly Passkey[];
  /** This one; null where passkeys can't be used. */
  host: string | null;
  onRemove(passkey: Passkey): void;
}

/** The own passkeys by the host at which they work. */
export function PasskeyList({ passkeys, host, onRemove }: PasskeyListProps) {
  const { t } = useTranslation('secondFactor');
  return [...byHost(passkeys)].map(([at, ones]) => (
    <div key={at}>
      {at !== host && (
        <>
          <h3 className={classes.host}>{t('passkeys.atHost', { host: at })}</h3>
          <p className={classes.hostNote}>{t('passkeys.onlyThere')}</p>
        </>
      )}
      <ul
        className={list.rows}
        aria-label={at === host ? t('passkeys.title') : t('passkeys.atHost', { host: at })}
      >
        {ones.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => onRemove(passkey)} />
        ))}
      </ul>
    </div>
  ));
}

function byHost(passkeys: readonly Passkey[]): Map<string, Passkey[]> {
  const hosts = new Map<string, Passkey[]>();
  for (const passkey of passkeys) hosts.set(passkey.host, [...(hosts.get(passkey.host) ?? []), passkey]);
  return hosts;
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove(): void }) {
  const { t } = useTranslation('secondFactor');
  const { name, createdDate, lastUsedDate, backedUp } = passkey;
  return (
    <li className={list.row}>
      <IconKey size={22} stroke={1.6} className={list.icon} aria-hidden />
      <div className={list.words}>
        <p className={list.name} dir="auto">
          {name}
        </p>
        <p className={`${list.facts} tabular`}>
          <span>{t('passkeys.addedOn', { date: displayTimestamp(createdDate) })}</span>
          <span>
            {lastUsedDate === null
              ? t('passkeys.unused')
              : t('passkeys.lastUsed', { date: displayTimestamp(lastUsedDate) })}
          </span>
          {/* Whoever loses the device loses it too: a reason to add another. */}
          {!backedUp && <span>{t('passkeys.oneDevice')}</span>}
        </p>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        className={`danger ${classes.remove}`}
        aria-label={t('passkeys.removeOf', { name })}
        aria-haspopup="dialog"
        onClick={onRemove}
      >
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}
