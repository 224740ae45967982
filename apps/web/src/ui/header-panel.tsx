import { Button, Popover } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ReactElement, ReactNode, RefObject } from 'react';
import classes from './header-panel.module.css';

interface HeaderPanelProps {
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  /** The button in the header that it hangs from. */
  readonly target: ReactElement;
  readonly title: string;
  readonly width: number;
  /** Takes the focus when it opens, and when what had it is gone. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** What empties the list, where it holds something that can go. */
  readonly clear: { readonly label: string; readonly run: () => void } | undefined;
  /** Said in place of the list while there is nothing in it. */
  readonly empty: { readonly title: string; readonly text: string } | undefined;
  readonly children: ReactNode;
  /** Where all of it is, below the list. */
  readonly foot?: ReactNode;
}

/** A list that hangs from a button of the header. Escape closes it wherever the focus is, once nothing else took it. */
export function HeaderPanel(props: HeaderPanelProps) {
  const { opened, onOpened, target, title, width, heading, clear, empty, children, foot } = props;
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && opened && !event.defaultPrevented) onOpened(false);
  });
  return (
    <Popover
      opened={opened}
      onChange={onOpened}
      width={width}
      position="bottom-end"
      offset={6}
      trapFocus
      returnFocus
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <div className={classes.head}>
          <h2 className={classes.title} ref={heading} tabIndex={-1} data-autofocus>
            {title}
          </h2>
          {clear && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={clear.run}>
              {clear.label}
            </Button>
          )}
        </div>
        {empty ? (
          <div className={classes.empty}>
            <p className={classes.emptyTitle}>{empty.title}</p>
            <p>{empty.text}</p>
          </div>
        ) : (
          <ul className={classes.list} aria-label={title}>
            {children}
          </ul>
        )}
        {foot && <div className={classes.foot}>{foot}</div>}
      </Popover.Dropdown>
    </Popover>
  );
}
