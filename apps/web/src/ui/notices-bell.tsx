import { IconBell } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeaderPanel } from './header-panel.tsx';
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

  return (
    <HeaderPanel
      {...{ opened, heading }}
      onOpened={setOpened}
      title={t('notices.title')}
      width={380}
      target={
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
      }
      clear={
        notices.length > 0
          ? {
              label: t('notices.clear'),
              run: () => {
                // The button goes with what it clears.
                heading.current?.focus();
                clearNotices();
              },
            }
          : undefined
      }
      empty={notices.length === 0 ? { title: t('notices.empty'), text: t('notices.emptyText') } : undefined}
    >
      {notices.map(({ id, kind, title, message, at_ms }) => (
        <li key={id} className={classes.notice} data-kind={kind}>
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
    </HeaderPanel>
  );
}

/** Hours and minutes, the same in both languages. */
function clockTime(at_ms: number): string {
  return new Date(at_ms).toTimeString().slice(0, 5);
}
