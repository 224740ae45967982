import type { SheetImage } from '@armarium/contract/contact-sheet';
import type { ContentsRange } from '@armarium/contract/contents-ranges';
import type { PresentationPart, useContents } from './use-contents.ts';
import type { LabelDrafts } from './use-label-drafts.ts';

export interface ContentsPanelProps {
  /** The id of the panel, to which its button refers. */
  id: string;
  contents: ReturnType<typeof useContents>;
  /** Shows and saves a change. @throws ApiProblem where the caller tells the failure, `isTold` */
  present(part: PresentationPart, said: string, isTold?: boolean): Promise<void>;
  /** Says why something was not done. */
  tell(said: string): void;
  images: readonly SheetImage[];
  /** The images of each entry. */
  ranges: readonly (ContentsRange | undefined)[];
  /** The first and the last one of the chosen images; undefined where none is. */
  chosen: { readonly first: string; readonly last: string } | undefined;
  /** The image at which the keys of the grid act. */
  active: string | undefined;
  labels: LabelDrafts;
  selected: string | undefined;
  /** What an image is called. */
  nameOf(image: string): string;
  /** The place of an image, from 0; undefined where it is gone. */
  placeOf(image: string): number | undefined;
  onSelect(uuid: string | undefined): void;
  /** Begins an entry with the chosen images. */
  onNew(): void;
  /** The label of a new entry is sent or cancelled: what began it gets the focus back. @param isKept whether it is sent */
  onNewEnded(isKept: boolean): void;
  onClose(): void;
}
