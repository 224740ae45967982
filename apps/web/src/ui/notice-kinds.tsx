import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';

/** How the kinds of messages look; each has a word as well (`ui:notices.kind`). */
export const noticeKinds = {
  success: { color: 'green', icon: <IconCheck size={18} /> },
  info: { color: 'accent', icon: <IconInfoCircle size={18} /> },
  error: { color: 'red', icon: <IconAlertTriangle size={18} /> },
};
