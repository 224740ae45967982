import { Button } from '@mantine/core';
import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useRef, type ReactNode } from 'react';
import { waitingProps } from './waiting-props.ts';

interface FileDropProps extends Pick<DropzoneProps, 'className' | 'maw' | 'mb' | 'p'> {
  /** The name of the file input. */
  label: string;
  /** Media types and extensions, as the attribute `accept` takes them. */
  accept?: string | undefined;
  /** The words and the picture of the button. */
  button: { text: string; icon: ReactNode };
  /** While it works, the button does nothing. */
  isWorking: boolean;
  /** Gets everything that was chosen or dropped: whoever takes it says what is wrong with it. */
  onFiles(files: File[]): void;
  /** What stands beside the button. */
  children: ReactNode;
}

/** A place to which one file is dropped, with a button that chooses it. */
export function FileDrop({ label, accept, button, isWorking, onFiles, children, ...zone }: FileDropProps) {
  const openPicker = useRef<() => void>(null);
  return (
    <Dropzone
      {...zone}
      onDrop={() => undefined}
      onDropAny={(accepted, rejected) => onFiles([...accepted, ...rejected.map(({ file }) => file)])}
      multiple={false}
      openRef={openPicker}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      tabIndex={-1}
      inputProps={{ 'aria-label': label, tabIndex: -1, accept }}
    >
      <Button
        data-autofocus
        leftSection={button.icon}
        {...waitingProps(isWorking)}
        onClick={() => isWorking || openPicker.current?.()}
      >
        {button.text}
      </Button>
      {children}
    </Dropzone>
  );
}
