import {
  IconBox,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPalette,
  IconPhoto,
  IconTexture,
  IconVolume,
} from '@tabler/icons-react';
import type { FileKind } from '../state/upload-record.ts';

const icons: Readonly<Record<FileKind, typeof IconPhoto>> = {
  image: IconPhoto,
  pdf: IconFileTypePdf,
  audio: IconVolume,
  video: IconMovie,
  zip: IconFileZip,
  object: IconBox,
  material: IconPalette,
  texture: IconTexture,
};

/** The sign of a kind of file; it says nothing by itself. */
export function FileKindIcon({ kind, size }: { kind: FileKind; size: number }) {
  const Icon = icons[kind];
  return <Icon size={size} stroke={1.4} aria-hidden />;
}
