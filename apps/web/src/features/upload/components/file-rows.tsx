import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf, type ListKind } from '../state/content-types.ts';
import { moveFile, removeFile, type ChosenFileList } from '../state/file-list.ts';
import { FileRow } from './file-row.tsx';
import classes from './files-step.module.css';

interface FileRowsProps {
  list: ListKind;
  files: ChosenFileList['files'];
  onChange(how: (selection: ChosenFileList) => ChosenFileList): void;
}

/** The chosen files in their order, and what their buttons say to those who don't see them. */
export function FileRows({ list, files, onChange }: FileRowsProps) {
  const { t } = useTranslation('choosing');
  const [said, setSaid] = useState('');
  const move = useCallback(
    (id: string, places: number) => onChange((before) => moveFile(before, id, places)),
    [onChange],
  );
  const remove = useCallback((id: string) => onChange((before) => removeFile(before, id)), [onChange]);

  return (
    <>
      {files.length > 0 && (
        <ol className={classes.files} aria-label={t('list')}>
          {files.map((file, index) => (
            <FileRow
              key={file.id}
              file={file}
              kind={kindOf(list, file.name)}
              isDropped={list === 'pdf' && index > 0}
              index={index}
              isLast={index === files.length - 1}
              onMove={move}
              onRemove={remove}
              onSay={setSaid}
              count={files.length}
            />
          ))}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
