import { IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton, MenuEntries } from './menu-entries.tsx';
import classes from './side-menu.module.css';

const COLLAPSE_AFTER_ACTION_ms = 500;

interface SideMenuProps {
  onHide(): void;
  onChangeOrganisation(): void;
  onKeys(): void;
}

/**
 * The rail at the side: icons, until pointer or focus is in it, then with their names over the page. After an
 * action it collapses in 500 ms, on touch at once (SHELL-24 to SHELL-27). A finger that taps beside the entries
 * opens it, and one that taps elsewhere closes it.
 */
export function SideMenu({ onHide, onChangeOrganisation, onKeys }: SideMenuProps) {
  const { t } = useTranslation('app');
  const [expanded, setExpanded] = useState(false);
  const rail = useRef<HTMLElement>(null);
  const touched = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useWindowEvent('pointerdown', ({ target }) => {
    if (target instanceof Node && !rail.current?.contains(target)) setExpanded(false);
  });

  const expand = () => {
    clearTimeout(timer.current);
    setExpanded(true);
  };
  const collapseAfterAction = () => {
    clearTimeout(timer.current);
    if (touched.current) setExpanded(false);
    else timer.current = setTimeout(() => setExpanded(false), COLLAPSE_AFTER_ACTION_ms);
  };
  const onPointer = (event: PointerEvent) => {
    touched.current = event.pointerType === 'touch';
  };
  const onFocus = (event: FocusEvent) => {
    // The focus that a press leaves behind is no reason to open; the keyboard's is.
    if (event.target.matches(':focus-visible')) expand();
  };

  return (
    <nav
      ref={rail}
      className={classes.rail}
      aria-label={t('menu')}
      data-expanded={expanded || undefined}
      onPointerEnter={(event) => {
        onPointer(event);
        expand();
      }}
      onPointerDown={onPointer}
      onPointerLeave={({ pointerType }) => {
        // A finger leaves with every tap.
        if (pointerType === 'touch') return;
        clearTimeout(timer.current);
        setExpanded(false);
      }}
      onFocus={onFocus}
      onBlur={(event) => {
        const { currentTarget, relatedTarget } = event;
        // A press beside the entries takes the focus from them too, and is no reason to close.
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) setExpanded(false);
      }}
    >
      <div className={classes.panel}>
        <MenuEntries onAction={collapseAfterAction} {...{ onChangeOrganisation, onKeys }}>
          <MenuButton icon={<IconLayoutSidebarLeftCollapse size={22} stroke={1.6} />} onClick={onHide}>
            {t('hideMenu')}
          </MenuButton>
        </MenuEntries>
      </div>
    </nav>
  );
}
