import { Notifications } from '@mantine/notifications';
import classes from './toasts.module.css';

export { notifications } from '@mantine/notifications';

/** Where messages are shown for a moment. */
export function Toasts() {
  return (
    <Notifications
      autoClose={5000}
      position="bottom-right"
      zIndex={900}
      classNames={{ root: classes.toasts ?? '' }}
    />
  );
}
