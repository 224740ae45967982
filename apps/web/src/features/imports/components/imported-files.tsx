import type { ImportedImage, ImportedItem } from '@armarium/contract/import-tracking';
import { Button, Drawer, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconBox, IconMovie, IconPhoto, IconVolume } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { displayTitle } from '../../../ui/display-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import type { ImportKind } from '../api/import-calls.ts';
import { FILES_AT_ONCE, filesQuery, type ShownFiles } from '../api/imports.ts';
import { changedAddress, type ShownImports } from '../imports-address.ts';
import { ImportPanel } from './import-panel.tsx';
import { StateMark } from './state-mark.tsx';
import classes from './imported-files.module.css';

interface ImportedFilesProps {
  item: ImportedItem;
  shown: ShownImports;
  /** How many of the files have failed. */
  failed: number;
  /** Tells a screen reader. */
  onSay(text: string): void;
}

/** The files of an item by kind, and the details of the selected one: beside the list, or in a drawer on a narrow screen. */
export function ImportedFiles({ item, shown, failed, onSay }: ImportedFilesProps) {
  const { t } = useTranslation(['imports', 'ui']);
  const [search, setSearch] = useSearchParams();
  const isWide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  const { imagesCount, mediaCount } = item;
  const { account, onlyFailed, file } = shown;
  const kinds: readonly ImportKind[] = [
    ...(imagesCount > 0 ? (['images'] as const) : []),
    ...(mediaCount > 0 ? (['audios', 'videos', 'model3Ds'] as const) : []),
  ];
  const change = (changes: Parameters<typeof changedAddress>[1]) =>
    setSearch(changedAddress(search, changes), { replace: true, preventScrollReset: true });
  const select = (to: ShownImports['file']) => change({ kind: to?.kind, file: to?.uuid });
  if (kinds.length === 0) return <p className={classes.none}>{t('noFiles')}</p>;
  const panel = file && (
    <ImportPanel
      key={file.uuid}
      shown={{ ...file, itemUuid: item.uuid, account, onlyFailed }}
      uuid={file.uuid}
      onSay={onSay}
    />
  );
  return (
    <div className={classes.sides}>
      <div className={classes.kinds}>
        {(onlyFailed || (failed > 0 && imagesCount + mediaCount > FILES_AT_ONCE)) && (
          <Switch
            label={t('onlyFailed')}
            checked={onlyFailed}
            onChange={({ currentTarget }) => change({ files: currentTarget.checked ? 'failed' : undefined })}
          />
        )}
        {onlyFailed && failed === 0 && <p className={classes.none}>{t('noneFailed')}</p>}
        {kinds.map((kind) => (
          <FilesOfKind
            key={kind}
            shown={{ itemUuid: item.uuid, kind, account, onlyFailed }}
            isFirst={kind === kinds[0]}
            selected={file?.uuid}
            onSelect={(uuid) => select({ kind, uuid })}
          />
        ))}
      </div>
      {isWide ? (
        <aside className={classes.panel} aria-label={t('stages')}>
          {panel ?? <p className={classes.none}>{t('choose')}</p>}
        </aside>
      ) : (
        <Drawer
          opened={file !== undefined}
          onClose={() => select(undefined)}
          position="bottom"
          classNames={{ content: classes.drawer ?? '' }}
          title={t('stages')}
          closeButtonProps={{ 'aria-label': t('ui:close') }}
        >
          {panel}
        </Drawer>
      )}
    </div>
  );
}

const icons = { images: IconPhoto, audios: IconVolume, videos: IconMovie, model3Ds: IconBox };

interface FilesOfKindProps {
  shown: ShownFiles;
  /** Only the first list tells that it is being loaded: most of the others are empty. */
  isFirst: boolean;
  /** The uuid of the selected file. */
  selected: string | undefined;
  onSelect(uuid: string): void;
}

/** The files of one kind, ten at a time; nothing where there are none. */
function FilesOfKind({ shown, isFirst, selected, onSelect }: FilesOfKindProps) {
  const { t } = useTranslation('imports');
  const query = useInfiniteQuery(filesQuery(shown));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { kind } = shown;
  const heading = t(`kinds.${kind}`);
  if (data === undefined) return isFirst || query.error ? <PendingRows query={query} height_px={44} /> : null;
  const files = data.pages.flatMap((page) => page.files);
  const total = data.pages.at(-1)?.page.totalElements ?? 0;
  if (files.length === 0) return null;
  return (
    <section aria-label={heading}>
      <h3 className={classes.heading}>
        {heading}{' '}
        <span className="tabular">
          {files.length < total
            ? t('shownOf', { shown: grouped(files.length), total: grouped(total) })
            : grouped(total)}
        </span>
      </h3>
      <ul className={classes.files}>
        {files.map((file) => (
          <li key={file.uuid}>
            <FileButton
              file={file}
              kind={kind}
              isSelected={file.uuid === selected}
              onSelect={() => onSelect(file.uuid)}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="subtle"
          size="sm"
          aria-label={t('showMoreOf', { kind: heading })}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('showMore')}
        </Button>
      )}
    </section>
  );
}

interface FileButtonProps {
  file: ImportedImage;
  kind: ImportKind;
  isSelected: boolean;
  onSelect(): void;
}

function FileButton({ file, kind, isSelected, onSelect }: FileButtonProps) {
  const { t } = useTranslation('imports');
  const Icon = icons[kind];
  const thumb = file._links.thumb?.href;
  return (
    <button type="button" className={classes.file} aria-pressed={isSelected} onClick={onSelect}>
      <span className={classes.picture}>
        {thumb === undefined ? (
          <Icon size={18} stroke={1.3} aria-hidden />
        ) : (
          <img src={thumb} alt="" loading="lazy" />
        )}
      </span>
      <span className={classes.name} dir="auto">
        {displayTitle(file.sgtt) || file.originalFilename}
      </span>
      <StateMark state={file.overall.importState} word={t(`stageState.${file.overall.importState}`)} />
    </button>
  );
}
