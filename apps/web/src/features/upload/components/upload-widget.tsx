import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { HeaderPanel } from '../../../ui/header-panel.tsx';
import { notify } from '../../../ui/notify.tsx';
import { reasonOf } from '../state/failure-text.ts';
import type { UploadEngine } from '../state/upload-engine.ts';
import { progressOf } from '../state/upload-progress.ts';
import { isActive } from '../state/upload-record.ts';
import { useUploadEngine, useUploads } from '../state/uploads.ts';
import classes from './upload-widget.module.css';

// The rows are not loaded with the page, since mostly there are no uploads.
const loadRows = () => import('./upload-list.tsx');
const UploadList = lazy(() => loadRows().then((module) => ({ default: module.UploadList })));

/** The header's uploads: their progress on the button, the list of imported items in its popover (catalogue §2). */
export function UploadWidget() {
  const { t } = useTranslation('upload');
  const engine = useUploadEngine();
  const state = useUploads(engine);
  const [opened, setOpened] = useState(false);
  const [said, setSaid] = useState('');
  useUploadEvents(engine, setSaid);
  const heading = useRef<HTMLHeadingElement>(null);
  const { records, interrupted } = state;
  const isEmpty = records.length === 0 && interrupted.length === 0;
  const hasRows = useLoadedRows(!isEmpty, opened);
  const progress = progressOf(state);
  const { uploaded, total, percent, status } = progress;
  const news =
    records.some((record) => !isActive(record) && !record.seen) || interrupted.some(({ seen }) => !seen);
  const failedNews = records.some((record) => record.status === 'ERROR' && !record.seen);
  const completed = records.some((record) => record.status === 'COMPLETED');

  useEffect(() => {
    if (opened && news) engine?.markSeen();
  }, [opened, news, engine]);

  useEffect(() => {
    // A button that had the focus goes when its row changes; the list must not lose the keyboard with it.
    if (opened && document.activeElement === document.body) heading.current?.focus();
  }, [opened, records, interrupted]);

  const label = status === 'idle' ? t('widget.label') : t(`widget.${status}`, { uploaded, total, percent });

  return (
    <div className={classes.widget}>
      <HeaderPanel
        {...{ opened, heading }}
        onOpened={setOpened}
        title={t('widget.title')}
        width={440}
        target={
          <button
            type="button"
            className={classes.button}
            aria-label={news ? `${label}, ${t('widget.news')}` : label}
            title={t('widget.title')}
            data-active={status !== 'idle' || undefined}
            onClick={() => setOpened(!opened)}
          >
            <IconUpload size={22} stroke={1.6} aria-hidden />
            {status !== 'idle' && (
              <span className={classes.figures} aria-hidden>
                <span>
                  {uploaded}/{total}
                </span>
                <span className={classes.percent}>{percent}%</span>
              </span>
            )}
            {news && <span className={classes.news} data-failed={failedNews || undefined} aria-hidden />}
          </button>
        }
        clear={completed ? { label: t('widget.clean'), run: () => engine?.removeCompleted() } : undefined}
        empty={
          isEmpty || engine === undefined
            ? { title: t('widget.empty'), text: t('widget.emptyNext') }
            : undefined
        }
        foot={
          <Link to="/management?tab=imports" onClick={() => setOpened(false)}>
            {t('widget.allImports')}
          </Link>
        }
      >
        {engine && hasRows && (
          <Suspense>
            <UploadList {...{ state, engine }} onSay={setSaid} onOpenItem={() => setOpened(false)} />
          </Suspense>
        )}
      </HeaderPanel>
      {status !== 'idle' && <ProgressBar progress={progress} />}
      <p className="visually-hidden" role="status" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

/**
 * Whether the rows can be drawn without the network. They are loaded with the first upload; what fails is tried again when
 * the list is opened or closed.
 */
function useLoadedRows(isNeeded: boolean, opened: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!isNeeded || isLoaded) return;
    loadRows().then(
      () => setLoaded(true),
      () => undefined,
    );
  }, [isNeeded, isLoaded, opened]);
  return isLoaded;
}

/** Tells a screen reader what starts and is finished; what fails is shown in a message. */
function useUploadEvents(engine: UploadEngine | undefined, onSay: (text: string) => void) {
  const { t } = useTranslation('upload');
  useEffect(
    () =>
      engine?.onEvent(({ type, record }) => {
        if (type === 'started') onSay(t('widget.started', { name: record.name }));
        if (type !== 'finished') return;
        if (record.status === 'COMPLETED') return onSay(t('widget.finished', { name: record.name }));
        const reason = reasonOf(record);
        notify('error', {
          id: `upload-${record.itemUploadId}`,
          title: t('widget.failed', { name: record.name, reason: reason?.title }),
          ...(reason && { message: reason.next }),
        });
      }),
    [engine, onSay, t],
  );
}

function ProgressBar({ progress }: { progress: ReturnType<typeof progressOf> }) {
  const { t } = useTranslation('upload');
  const { uploaded, total, percent, status } = progress;
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={t('widget.title')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${uploaded}/${total}, ${percent}%`}
      data-working={status === 'processing' || undefined}
    >
      <div className={classes.bar} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  );
}
