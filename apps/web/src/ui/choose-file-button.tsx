import { Button, FileButton, type ButtonProps } from '@mantine/core';
import { useRef, type Ref } from 'react';

interface ChooseFileButtonProps extends ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  'data-autofocus'?: boolean;
  /** Media types or extensions, as the attribute `accept` takes them. */
  accept: string;
  onChoose(file: File): void;
}

/** A button with which the user chooses one file. The same one can be chosen again, once it is mended. */
export function ChooseFileButton({ accept, onChoose, ...button }: ChooseFileButtonProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={accept}
      resetRef={reset}
      onChange={(file) => {
        reset.current?.();
        if (file) onChoose(file);
      }}
    >
      {(open) => <Button {...button} {...open} />}
    </FileButton>
  );
}
