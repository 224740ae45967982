import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canPreview, type ChosenFile } from '../state/file-list.ts';
import { formatSize } from '../../../lib/file-size.ts';
import type { FileKind } from '../state/upload-record.ts';
import { FileKindIcon } from './file-kind-icon.tsx';
import classes from './files-step.module.css';

interface FileRowProps {
  file: ChosenFile;
  kind: FileKind;
  /** It stands in the list, and is not uploaded. */
  isDropped: boolean;
  index: number;
  count: number;
  isLast: boolean;
  onMove(id: string, places: number): void;
  onRemove(id: string): void;
  /** Tells a screen reader what the move or removal did. */
  onSay(text: string): void;
}

/** One chosen file. Memoised, and drawn only when near the window: a volume has hundreds of pages. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { file, kind, isDropped, index, count, isLast, onMove, onRemove, onSay } = props;
  const { id, name } = file;
  const { t, i18n } = useTranslation('choosing');
  const row = useRef<HTMLLIElement>(null);
  const moved = useRef<'up' | 'down'>(null);

  useEffect(() => {
    // The row has moved in the document, which takes the focus away; at an end the button is off, the other has it.
    const direction = moved.current;
    moved.current = null;
    if (direction === null) return;
    const buttons = row.current?.querySelectorAll<HTMLButtonElement>('[data-move]:enabled') ?? [];
    const same = [...buttons].find((button) => button.dataset['move'] === direction);
    (same ?? buttons[0])?.focus();
    row.current?.scrollIntoView({ block: 'nearest' });
    onSay(t('moved', { name, position: index + 1, count }));
  });

  const move = (direction: 'up' | 'down') => {
    moved.current = direction;
    onMove(id, direction === 'up' ? -1 : 1);
  };
  const remove = () => {
    const neighbour = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    onSay(t('removed', { name }));
    onRemove(id);
    neighbour?.querySelector<HTMLButtonElement>('[data-remove]')?.focus();
  };

  return (
    <li ref={row} className={classes.file} data-dropped={isDropped || undefined}>
      <span className={classes.number}>{index + 1}</span>
      <Preview file={file.file} kind={kind} />
      <span className={classes.words}>
        <span className={classes.name} title={name} dir="auto">
          {name}
        </span>
        {file.stored?.heldBy && (
          <span className={classes.held}>
            {t('held:of', { pressmarks: file.stored.heldBy.map(({ pressmark }) => pressmark).join(', ') })}
          </span>
        )}
      </span>
      <span className={classes.size}>{formatSize(file.size_bytes, i18n.language)}</span>
      <button
        type="button"
        className={classes.action}
        data-move="up"
        disabled={index === 0}
        aria-label={t('up', { name })}
        onClick={() => move('up')}
      >
        <IconArrowUp size={18} stroke={1.7} />
      </button>
      <button
        type="button"
        className={classes.action}
        data-move="down"
        disabled={isLast}
        aria-label={t('down', { name })}
        onClick={() => move('down')}
      >
        <IconArrowDown size={18} stroke={1.7} />
      </button>
      <button
        type="button"
        className={classes.action}
        data-remove
        aria-label={t('remove', { name })}
        onClick={remove}
      >
        <IconX size={18} stroke={1.7} />
      </button>
    </li>
  );
});

/** A small picture where the browser makes one cheaply, only while the row is near the window. */
function Preview({ file, kind }: { file: File | undefined; kind: FileKind }) {
  const box = useRef<HTMLSpanElement>(null);
  const [address, setAddress] = useState<string>();
  const [broken, setBroken] = useState(false);

  useEffect(() => {
    if (box.current === null || !file || !canPreview(file)) return undefined;
    let url: string | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && url === undefined) {
        url = URL.createObjectURL(file);
        setAddress(url);
      } else if (!entry?.isIntersecting && url !== undefined) {
        URL.revokeObjectURL(url);
        url = undefined;
        setAddress(undefined);
      }
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [file]);

  return (
    <span ref={box} className={classes.preview}>
      {address === undefined || broken ? (
        <FileKindIcon kind={kind} size={20} />
      ) : (
        <img src={address} alt="" decoding="async" onError={() => setBroken(true)} />
      )}
    </span>
  );
}
