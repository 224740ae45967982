import type { UploadEngine } from '../state/upload-engine.ts';
import type { UploadsState } from '../state/upload-state.ts';
import { InterruptedUploads } from './interrupted-uploads.tsx';
import { UploadRow } from './upload-row.tsx';

interface UploadListProps {
  state: UploadsState;
  engine: UploadEngine;
  /** Tells a screen reader. */
  onSay(text: string): void;
  onOpenItem(): void;
}

/** The rows of the header's uploads: those of this page, then those that were cut off. */
export function UploadList({ state, engine, onSay, onOpenItem }: UploadListProps) {
  const { records, interrupted, sent_bytes, waiting } = state;
  return (
    <>
      {records.map((record) => (
        <UploadRow key={record.itemUploadId} {...{ record, engine, sent_bytes, waiting, onOpenItem }} />
      ))}
      {interrupted.length > 0 && <InterruptedUploads {...{ records: interrupted, engine, onSay }} />}
    </>
  );
}
