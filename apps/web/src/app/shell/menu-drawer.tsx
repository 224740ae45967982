import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MenuEntries } from './menu-entries.tsx';
import classes from './shell.module.css';

interface MenuDrawerProps {
  opened: boolean;
  onClose(): void;
  onChangeOrganisation(): void;
  onKeys(): void;
}

/** The menu of a small screen, over the page. */
export function MenuDrawer({ opened, onClose, onChangeOrganisation, onKeys }: MenuDrawerProps) {
  const { t } = useTranslation('app');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={288}
      padding={0}
      title={t('menu')}
      closeButtonProps={{ 'aria-label': t('closeMenu') }}
      classNames={{ header: classes.drawerHeader ?? '' }}
    >
      <nav aria-label={t('menu')} className={classes.drawer}>
        <MenuEntries onAction={onClose} {...{ onChangeOrganisation, onKeys }} />
      </nav>
    </Drawer>
  );
}
