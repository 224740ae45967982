import { Notifications } from '@mantine/notifications';

export { notifications } from '@mantine/notifications';

/** Where messages are shown for a moment. */
export function Toasts() {
  return <Notifications autoClose={5000} position="bottom-right" zIndex={900} />;
}
