import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconTool } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasSession } from '../features/session/api/is-logged.ts';
import { isProblem } from '../lib/api-problem.ts';
import { describeProblem } from '../lib/problem/problem-text.ts';
import { useDocumentTitle } from '../ui/document-title.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** What a page shows that has failed while drawing, or whose code could not be loaded after an update. */
export function BrokenPage() {
  const { t } = useTranslation('app');
  const [offline, setOffline] = useState<Error>();
  const offlineText = offline && describeProblem(offline);
  useDocumentTitle(offlineText?.title ?? t('broken.title'));
  useEffect(() => {
    // The code of a page that could not be fetched looks like any other fault; the server knows.
    void lackOfServer().then(setOffline);
  }, []);
  const reload = async () => {
    const lack = await lackOfServer();
    // Without a server, reloading would trade this page for one of the browser's, with no way back.
    if (lack) setOffline(lack);
    else window.location.reload();
  };
  return (
    <EmptyState
      urgent
      headingLevel={1}
      icon={offline ? <IconPlugConnectedX size={40} stroke={1.4} /> : <IconTool size={40} stroke={1.4} />}
      title={offlineText?.title ?? t('broken.title')}
      action={
        <Button onClick={() => void reload()}>{t(offline ? 'unreachable.action' : 'broken.action')}</Button>
      }
    >
      {offlineText?.next ?? t('broken.text')}
    </EmptyState>
  );
}

/** The failure of a call when no server answers, undefined when one does. */
async function lackOfServer(): Promise<Error | undefined> {
  try {
    await hasSession();
    return undefined;
  } catch (error) {
    return isProblem(error, 'offline') ? error : undefined;
  }
}
