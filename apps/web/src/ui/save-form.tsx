import type { ReactNode, Ref } from 'react';
import { isSaveKey } from './letter-keys.ts';

interface SaveFormProps {
  ref: Ref<HTMLFormElement>;
  /** The name of the form, for screen readers. */
  label: string;
  className?: string | undefined;
  /** Called at its button of type `submit`, at Enter in a field, and at Ctrl-S in any of them. */
  onSave(): void;
  children: ReactNode;
}

/** A form whose fields are checked by us, and which Ctrl-S saves as well. */
export function SaveForm({ ref, label, className, onSave, children }: SaveFormProps) {
  return (
    <form
      ref={ref}
      noValidate
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      onKeyDown={(event) => {
        if (!isSaveKey(event)) return;
        event.preventDefault();
        if (!event.repeat) onSave();
      }}
    >
      {children}
    </form>
  );
}
