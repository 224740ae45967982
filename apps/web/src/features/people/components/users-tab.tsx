import { accountStates, type TenantUser } from '@armarium/contract/accounts';
import { roles as knownRoles } from '@armarium/contract/capability';
import { Button, Menu, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronDown, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { useOpened } from '../../../ui/opener.ts';
import { pageAddress, pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { userOrders, usersQuery, type UserOrder, type UsersWanted } from '../api/users.ts';
import type { PeopleOf } from '../people-of.ts';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { NewUserDialog } from './new-user-dialog.tsx';
import { useRoleWords } from './role-words.ts';
import { UserDialog } from './user-dialog.tsx';
import { UserRow } from './user-row.tsx';
import { useTypedSearch } from './use-typed-search.ts';
import layout from '../../../records/components/page-layout.module.css';
import list from '../../../records/components/row-list.module.css';
import classes from './people.module.css';

type Opened = { dialog: 'new' } | { dialog: 'member' } | { dialog: 'user'; user: TenantUser };

/** The tab Users of the management page: who is in the organisation, with their roles (back office §2.1). */
export function UsersTab({ people }: { people: PeopleOf }) {
  const { t } = useTranslation('users');
  const [search] = useSearchParams();
  const wanted = wantedOf(search);
  const users = useQuery(usersQuery(people.tenant, wanted));
  const { opened, open, close } = useOpened<Opened>();
  const shown = users.data?._embedded.jarvisUsers ?? [];
  const isNarrowed = wanted.text !== '' || wanted.role !== undefined || wanted.state !== undefined;
  return (
    <>
      <div className={classes.head}>
        <Count total={users.data?.page.totalElements} isNarrowed={isNarrowed} />
        <AddButtons onOpen={(dialog, from) => open({ dialog }, from)} />
      </div>
      <Narrowing wanted={wanted} />
      {users.data === undefined ? (
        <PendingRows query={users} height_px={68} />
      ) : shown.length === 0 ? (
        <Nobody isPastEnd={users.data.page.totalElements > 0} />
      ) : (
        <ul className={list.rows} aria-label={t('title')} aria-busy={users.isPlaceholderData}>
          {shown.map((user) => (
            <UserRow key={user.id} user={user} onOpen={() => open({ dialog: 'user', user })} />
          ))}
        </ul>
      )}
      <div className={layout.pager}>
        <Pager
          page={wanted.page}
          totalPages={users.data?.page.totalPages ?? 0}
          addressOf={(to) => pageAddress(search, to)}
          label={t('pages')}
        />
      </div>
      {opened?.dialog === 'user' && <UserDialog people={people} user={opened.user} onClose={close} />}
      {opened?.dialog === 'new' && <NewUserDialog people={people} onClose={close} />}
      {opened?.dialog === 'member' && <AddMemberDialog people={people} onClose={close} />}
    </>
  );
}

/** What the address asks for. */
function wantedOf(search: URLSearchParams): UsersWanted {
  const order = search.get('sort') ?? '';
  return {
    text: search.get('text') ?? '',
    role: knownRoles.find((role) => role === search.get('role')),
    state: accountStates.find((state) => state === search.get('state')),
    order: Object.hasOwn(userOrders, order) ? (order as UserOrder) : 'username',
    page: pageFrom(search.get('page')),
  };
}

/** How many users there are, or how many were found. */
function Count({ total, isNarrowed }: { total: number | undefined; isNarrowed: boolean }) {
  const { t } = useTranslation('users');
  return (
    <p role="status" className={`${classes.count} tabular`}>
      {total !== undefined && t(isNarrowed ? 'found' : 'count', { count: total, formatted: grouped(total) })}
    </p>
  );
}

/** Stands in place of an empty list: whoever looks is in the list, unless it is narrowed or the page is past its end. */
function Nobody({ isPastEnd }: { isPastEnd: boolean }) {
  const { t } = useTranslation('users');
  const [search] = useSearchParams();
  return (
    <EmptyState
      icon={<IconUsers size={40} stroke={1.2} />}
      title={t(isPastEnd ? 'pastEnd' : 'none')}
      action={isPastEnd && <Link to={pageAddress(search, 1)}>{t('firstPage')}</Link>}
    >
      {!isPastEnd && t('noneText')}
    </EmptyState>
  );
}

interface AddButtonsProps {
  /** @param from gets the focus back, where that is not what was clicked */
  onOpen(dialog: 'new' | 'member', from?: HTMLElement | null): void;
}

function AddButtons({ onOpen }: AddButtonsProps) {
  const { t } = useTranslation('users');
  const more = useRef<HTMLButtonElement>(null);
  return (
    <Button.Group>
      <Button leftSection={<IconUserPlus size={18} stroke={1.7} />} onClick={() => onOpen('new')}>
        {t('add')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button ref={more} px={8} aria-label={t('addMore')} className={classes.more ?? ''}>
            <IconChevronDown size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onOpen('member', more.current)}>{t('addMember')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}

/** Which users the list shows, and in which order. */
function Narrowing({ wanted }: { wanted: UsersWanted }) {
  const { t } = useTranslation('users');
  const wordOf = useRoleWords();
  const [, setSearch] = useSearchParams();
  const put = (name: string, value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('page');
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const typed = useTypedSearch(wanted.text, (text) => put('text', text));
  return (
    <form role="search" className={classes.narrowing} onSubmit={typed.submit}>
      <TextInput
        type="search"
        className={classes.search ?? ''}
        label={t('search')}
        placeholder={t('searchHint')}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        value={typed.text}
        maxLength={200}
        dir="auto"
        onChange={(event) => typed.type(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('roleFilter')}
        value={wanted.role ?? ''}
        onChange={(event) => put('role', event.currentTarget.value)}
        data={[
          { value: '', label: t('allRoles') },
          ...knownRoles.map((role) => ({ value: role, label: wordOf(role) })),
        ]}
      />
      <NativeSelect
        label={t('stateFilter')}
        value={wanted.state ?? ''}
        onChange={(event) => put('state', event.currentTarget.value)}
        data={[
          { value: '', label: t('allStates') },
          ...accountStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
        ]}
      />
      <NativeSelect
        label={t('sort')}
        value={wanted.order}
        onChange={(event) => put('sort', event.currentTarget.value)}
        data={Object.keys(userOrders).map((order) => ({
          value: order,
          label: t(`order.${order as UserOrder}`),
        }))}
      />
    </form>
  );
}
