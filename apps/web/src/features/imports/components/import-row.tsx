import type { ImportedItem } from '@armarium/contract/import-tracking';
import { Button, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconArrowRight, IconChevronRight, IconPhoto, IconRefresh } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { itemRetry } from '../api/imports.ts';
import { changedAddress, type ShownImports } from '../imports-address.ts';
import { ImportedFiles } from './imported-files.tsx';
import { StateMark } from './state-mark.tsx';
import classes from './import-row.module.css';

interface ImportRowProps {
  item: ImportedItem;
  /** Of the item's page. */
  address: string;
  shown: ShownImports;
  /** Tells a screen reader. */
  onSay(text: string): void;
}

/** An item of the import monitor: what it is, how far its files are, and when it is opened, the files themselves. */
export function ImportRow({ item, address, shown, onSay }: ImportRowProps) {
  const { t } = useTranslation('imports');
  const [search, setSearch] = useSearchParams();
  const filesId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = item.uuid === shown.item;
  const title = displayTitle(item.sgtt) || t('untitled');
  const state = item.overall.importState;
  const { total, unready, failed } = countsOf(item);
  const retry = useMutation({
    ...itemRetry,
    onSuccess: ({ started }) => {
      onSay(t('retrying', { count: started, formatted: grouped(started), title }));
      opener.current?.focus();
    },
  });
  const turn = () =>
    setSearch(changedAddress(search, { item: isOpen ? undefined : item.uuid }), {
      replace: true,
      preventScrollReset: true,
    });
  const name = (
    <>
      <Picture address={item._links.thumb?.href} />
      <span className={classes.words}>
        <span className={`record-title ${classes.title}`} dir="auto">
          {title}
        </span>
        <span className={classes.pressmark} dir="auto">
          {item.pressmark}
        </span>
      </span>
    </>
  );
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <h2 className={classes.heading}>
          {total === 0 ? (
            <span className={classes.opener}>{name}</span>
          ) : (
            <button
              ref={opener}
              type="button"
              className={classes.opener}
              aria-expanded={isOpen}
              aria-controls={filesId}
              onClick={turn}
            >
              <IconChevronRight size={18} className={classes.chevron} aria-hidden />
              {name}
            </button>
          )}
        </h2>
        <div className={classes.facts}>
          <StateMark state={state} word={t(`itemState.${state}`)} />
          <Counts item={item} />
          {unready > 0 && (
            <Progress
              size="sm"
              value={(100 * (total - unready)) / total}
              aria-label={t('ready', { done: grouped(total - unready), total: grouped(total) })}
            />
          )}
        </div>
        {item._links.retry && (
          <Button
            variant="default"
            size="sm"
            className={classes.retry ?? ''}
            leftSection={<IconRefresh size={16} aria-hidden />}
            aria-label={t('retryAllOf', { retry: t('retryAll', counted(failed)), title })}
            loading={retry.isPending}
            onClick={() => retry.mutate({ uuid: item.uuid, account: shown.account })}
          >
            {t('retryAll', counted(failed))}
          </Button>
        )}
        <Link
          className={classes.page}
          to={address}
          aria-label={t('openItem', { title })}
          title={t('openItem', { title })}
        >
          <IconArrowRight size={20} stroke={1.7} aria-hidden />
        </Link>
      </div>
      {retry.error && (
        <FailureAlert title={t('retryFailed', { title })} text={describeProblem(retry.error)} />
      )}
      <div id={filesId} hidden={!isOpen}>
        {isOpen && total > 0 && <ImportedFiles item={item} shown={shown} failed={failed} onSay={onSay} />}
      </div>
    </li>
  );
}

const counted = (count: number) => ({ count, formatted: grouped(count) });

function countsOf(item: ImportedItem) {
  return {
    total: item.imagesCount + item.mediaCount,
    unready: item.notReadyImagesCount + item.notReadyMediaCount,
    failed: item.failedImagesCount + item.failedMediaCount,
  };
}

/** The files of an item in words: “48 images, 2 failed”; while some are prepared, how many are ready. */
function Counts({ item }: { item: ImportedItem }) {
  const { t } = useTranslation('imports');
  const { total, unready, failed } = countsOf(item);
  const { imagesCount, mediaCount } = item;
  const all =
    total === 0
      ? [t('noFiles')]
      : [
          ...(imagesCount > 0 ? [t('images', counted(imagesCount))] : []),
          ...(mediaCount > 0 ? [t(imagesCount > 0 ? 'otherFiles' : 'files', counted(mediaCount))] : []),
        ];
  const ready = unready > 0 ? [t('ready', { done: grouped(total - unready), total: grouped(total) })] : [];
  return (
    <span className={`tabular ${classes.counts}`}>
      {[...(unready > 0 ? ready : all)].join(', ')}
      {failed > 0 && (
        <>
          , <span className={classes.failed}>{t('failed', counted(failed))}</span>
        </>
      )}
    </span>
  );
}

function Picture({ address }: { address: string | undefined }) {
  return (
    <span className={classes.picture}>
      {address === undefined ? (
        <IconPhoto size={20} stroke={1.3} aria-hidden />
      ) : (
        <img src={address} alt="" loading="lazy" />
      )}
    </span>
  );
}
