import { IconFile } from '@tabler/icons-react';
import { useId } from 'react';
import { ChooseFileButton } from '../../../ui/choose-file-button.tsx';
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
  const statusId = useId();
  return (
    <div className={classes.file}>
      <ChooseFileButton
        variant="default"
        leftSection={<IconFile size={17} aria-hidden />}
        aria-describedby={statusId}
        data-autofocus
        accept={accepts.map((extension) => `.${extension}`).join(',')}
        onChoose={onChoose}
      >
        {label}
      </ChooseFileButton>
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
