import { SIGN_ON_PROVIDERS_MAX, type SignOnProvider } from '@armarium/contract/sign-on';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconLogin2, IconPencil, IconTrash } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import rows from '../../../records/components/row-list.module.css';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { useOpened } from '../../../ui/opener.ts';
import { useWork } from '../../../ui/use-work.ts';
import type { ReadOrganisation } from '../api/organisation.ts';
import { changeProviders } from '../api/sign-on.ts';
import { ProviderDialog } from './provider-dialog.tsx';
import classes from './organisation.module.css';

type Opened =
  { readonly what: 'edit' | 'remove'; readonly provider: SignOnProvider } | { readonly what: 'add' };

/** The list with one of them a place earlier or later, wherever it stands by now. */
function moved(list: readonly SignOnProvider[], id: string, by: 1 | -1): SignOnProvider[] {
  const from = list.findIndex((one) => one.id === id);
  const to = from + by;
  const [one, other] = [list[from], list[to]];
  if (!one || !other) return [...list];
  return list.map((each, place) => (place === from ? other : place === to ? one : each));
}

/** The providers of sign-on, in the order in which the sign-in page offers them. Each change is saved by itself. */
export function SignOnSetting({ read }: { read: ReadOrganisation }) {
  const { t } = useTranslation('organisation');
  const providers = read.answer.signOn;
  const { opened, open, close } = useOpened<Opened>();
  const { isWorking, failure, work, forgetFailure } = useWork();
  const [said, setSaid] = useState('');
  const add = useRef<HTMLButtonElement>(null);
  /** The button that moved a row: its row may be taken out and put in again, which takes the focus away. */
  const pressed = useRef<HTMLElement>(null);
  const order = providers.map(({ id }) => id).join(' ');
  useLayoutEffect(() => {
    if (document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  }, [order]);
  const begin = (what: Opened) => {
    forgetFailure();
    setSaid('');
    open(what);
  };
  const move = async ({ id, label }: SignOnProvider, by: 1 | -1) => {
    const place = providers.findIndex((one) => one.id === id) + by;
    if (isWorking || place < 0 || place >= providers.length) return;
    setSaid('');
    pressed.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    if (!(await work(() => changeProviders(read, (now) => moved(now, id, by))))) return;
    setSaid(t('signOn.moved', { label, place: place + 1 }));
  };
  return (
    <div className={classes.form}>
      {providers.length === 0 ? (
        <p className={classes.note}>{t('signOn.none')}</p>
      ) : (
        <ul className={rows.rows} aria-label={t('signOn.title')}>
          {providers.map((provider, place) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              isFirst={place === 0}
              isLast={place === providers.length - 1}
              onStep={(by) => void move(provider, by)}
              onEdit={() => begin({ what: 'edit', provider })}
              onRemove={() => begin({ what: 'remove', provider })}
            />
          ))}
        </ul>
      )}
      {failure !== undefined && <FailureAlert title={t('saveFailed')} text={describeProblem(failure)} />}
      <p className={classes.note} role="status">
        {said}
      </p>
      {providers.length < SIGN_ON_PROVIDERS_MAX ? (
        <div className={classes.actions}>
          <Button ref={add} variant="default" aria-haspopup="dialog" onClick={() => begin({ what: 'add' })}>
            {t('signOn.add')}
          </Button>
        </div>
      ) : (
        <p className={classes.note}>{t('signOn.full', { most: SIGN_ON_PROVIDERS_MAX })}</p>
      )}
      {(opened?.what === 'edit' || opened?.what === 'add') && (
        <ProviderDialog
          read={read}
          provider={opened.what === 'edit' ? opened.provider : undefined}
          onSaved={(label) => setSaid(t('signOn.saved', { label }))}
          onClose={close}
        />
      )}
      {opened?.what === 'remove' && (
        <RemoveDialog
          read={read}
          provider={opened.provider}
          onClose={close}
          onRemoved={() => {
            setSaid(t('signOn.removed', { label: opened.provider.label }));
            close();
            // The button that opened it is gone.
            add.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface RemoveDialogProps {
  read: ReadOrganisation;
  provider: SignOnProvider;
  onRemoved(): void;
  onClose(): void;
}

function RemoveDialog({ read, provider: { id, label }, onRemoved, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('organisation');
  return (
    <ConfirmDialog
      opened
      dangerous
      title={t('signOn.removeTitle', { label })}
      confirmWord={t('signOn.remove')}
      onClose={onClose}
      work={async () => {
        await changeProviders(read, (now) => now.filter((one) => one.id !== id));
        onRemoved();
      }}
    >
      <p>{t('signOn.removeText')}</p>
      <p className={classes.note}>{t('signOn.removeAccounts')}</p>
    </ConfirmDialog>
  );
}

interface ProviderRowProps {
  provider: SignOnProvider;
  isFirst: boolean;
  isLast: boolean;
  onStep(by: 1 | -1): void;
  onEdit(): void;
  onRemove(): void;
}

function ProviderRow({ provider, isFirst, isLast, onStep, onEdit, onRemove }: ProviderRowProps) {
  const { t } = useTranslation('organisation');
  const { label, issuer } = provider;
  return (
    <li className={rows.row}>
      <IconLogin2 size={22} stroke={1.6} className={rows.icon} aria-hidden />
      <div className={rows.words}>
        <p className={rows.name} dir="auto">
          {label}
        </p>
        <p className={rows.facts}>
          <span>{issuer}</span>
        </p>
        <p className={rows.facts}>
          <RoleFacts provider={provider} />
        </p>
      </div>
      <div className={classes.controls}>
        <RowButton name={t('signOn.up', { label })} isEnd={isFirst} onClick={() => onStep(-1)}>
          <IconArrowUp size={18} aria-hidden />
        </RowButton>
        <RowButton name={t('signOn.down', { label })} isEnd={isLast} onClick={() => onStep(1)}>
          <IconArrowDown size={18} aria-hidden />
        </RowButton>
        <RowButton isOpener name={t('signOn.editOf', { label })} onClick={onEdit}>
          <IconPencil size={18} stroke={1.7} aria-hidden />
        </RowButton>
        <RowButton isOpener name={t('signOn.removeOf', { label })} onClick={onRemove}>
          <IconTrash size={18} stroke={1.7} aria-hidden />
        </RowButton>
      </div>
    </li>
  );
}

/** Who gets which roles. */
function RoleFacts({ provider: { groupsClaim, groupRoles, defaultRole } }: { provider: SignOnProvider }) {
  const { t, i18n } = useTranslation(['organisation', 'users']);
  const given = [...new Set(groupRoles.map(({ role }) => t(`users:role.${role}`)))];
  const role = defaultRole === null ? undefined : t(`users:role.${defaultRole}`);
  if (groupsClaim === null)
    return <span>{role === undefined ? t('signOn.byHandOnly') : t('signOn.byHand', { role })}</span>;
  return (
    <>
      {given.length > 0 && (
        <span>{t('signOn.byGroups', { roles: new Intl.ListFormat(i18n.language).format(given) })}</span>
      )}
      <span>{role === undefined ? t('signOn.nobodyElse') : t('signOn.others', { role })}</span>
    </>
  );
}

interface RowButtonProps {
  name: string;
  /** Whether it opens a dialog. */
  isOpener?: boolean;
  /** Whether the row stands at the end of the list already. The button keeps the focus there. */
  isEnd?: boolean;
  onClick(): void;
  children: ReactNode;
}

function RowButton({ name, isOpener = false, isEnd = false, onClick, children }: RowButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={name}
      title={name}
      aria-disabled={isEnd}
      {...(isOpener && { 'aria-haspopup': 'dialog' })}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
