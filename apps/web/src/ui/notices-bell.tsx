import { Button, Popover } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './messages.ts';
import { noticeKinds } from './notice-kinds.tsx';
import classes from './notices-bell.module.css';
import { clearNotices, seeNotices, useNotices } from './notices.ts';

/**
 * The messages of this visit, to be read again after they have disappeared (SHELL-31, A-55). It says nothing by
 * itself: each message was announced when it came. Its code comes with the page, because it must open when
 * nothing can be loaded any more.
 */
export function NoticesBell() {
  const { t } = useTranslation('ui');
  const notices = useNotices();
  const [opened, setOpened] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const unread = notices.filter(({ seen }) => !seen).length;
  useEffect(() => {
    if (opened) seeNotices();
  }, [opened, notices]);
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && opened && !event.defaultPrevented) setOpened(false);
  });

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={380}
      position="bottom-end"
      offset={6}
      trapFocus
      returnFocus
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.bell}
          aria-label={
            unread > 0
              ? `${t('notices.title')}, ${t('notices.unread', { count: unread })}`
              : t('notices.title')
          }
          title={t('notices.title')}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={22} stroke={1.6} aria-hidden />
          {unread > 0 && (
            <span className={`${classes.unread} tabular`} aria-hidden>
              {unread > 9 ? '9+' : unread}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('notices.title')}>
        <div className={classes.head}>
          <h2 className={classes.title} ref={heading} tabIndex={-1} data-autofocus>
            {t('notices.title')}
          </h2>
          {notices.length > 0 && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              onClick={() => {
                // The button goes with what it clears.
                heading.current?.focus();
                clearNotices();
              }}
            >
              {t('notices.clear')}
            </Button>
          )}
        </div>
        {notices.length === 0 ? (
          <div className={classes.empty}>
            <p className={classes.emptyTitle}>{t('notices.empty')}</p>
            <p>{t('notices.emptyText')}</p>
          </div>
        ) : (
          <ul className={classes.notices} aria-label={t('notices.title')}>
            {notices.map(({ id, kind, title, message, at_ms }) => (
              <li key={id} data-kind={kind}>
                <span className={classes.icon} aria-hidden>
                  {noticeKinds[kind].icon}
                </span>
                <div className={classes.words}>
                  <p className={`${classes.when} tabular`}>
                    {t(`notices.kind.${kind}`)} · {clockTime(at_ms)}
                  </p>
                  <p className={classes.what}>{title}</p>
                  {message !== '' && <p className={classes.message}>{message}</p>}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Hours and minutes, the same in both languages. */
function clockTime(at_ms: number): string {
  return new Date(at_ms).toTimeString().slice(0, 5);
}
