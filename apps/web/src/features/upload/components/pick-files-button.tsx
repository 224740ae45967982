import { Button, FileButton } from '@mantine/core';
import { useRef, type ReactNode } from 'react';

interface PickFilesButtonProps {
  label: string;
  accept?: string | undefined;
  multiple?: boolean;
  isBusy?: boolean;
  onPick(files: File[]): void;
  children: ReactNode;
}

/** Opens the picker. The same files can be chosen twice in a row, which a picker left as it is would not tell. */
export function PickFilesButton(props: PickFilesButtonProps) {
  const { label, accept, multiple = false, isBusy = false, onPick, children } = props;
  const reset = useRef<() => void>(null);
  const take = (picked: File | File[] | null) => {
    const files = [picked ?? []].flat();
    reset.current?.();
    if (files.length > 0) onPick(files);
  };
  return (
    <FileButton
      resetRef={reset}
      {...(accept !== undefined && { accept })}
      multiple={multiple}
      onChange={take}
    >
      {(button) => (
        <Button
          {...button}
          size="compact-sm"
          variant="default"
          aria-disabled={isBusy || undefined}
          aria-label={label}
        >
          {children}
        </Button>
      )}
    </FileButton>
  );
}
