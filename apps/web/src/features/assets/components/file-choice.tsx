import { Button } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { sizeWords } from '../asset-facts.ts';
import classes from './asset-dialogs.module.css';

interface FileChoiceProps {
  label: string;
  /** Extensions without their dots. */
  accepts: readonly string[];
  file: File | undefined;
  /** What is wrong with it. */
  fault: string | undefined;
  onChoose(file: File | undefined): void;
}

/** The button that chooses one file of certain kinds, and the file that was chosen. */
export function FileChoice({ label, accepts, file, fault, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const statusId = useId();
  return (
    <div className={classes.file}>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepts.map((extension) => `.${extension}`).join(',')}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) onChoose(chosen);
          // The same one can be chosen again once it is mended.
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        leftSection={<IconFile size={17} aria-hidden />}
        aria-describedby={statusId}
        data-autofocus
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <span id={statusId} role="status" dir="auto">
        {file && `${file.name} · ${sizeWords(file.size)}`}
        {fault && (
          <strong role="alert" className={classes.fault}>
            {fault}
          </strong>
        )}
      </span>
    </div>
  );
}
