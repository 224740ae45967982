import type { Visibility } from '@armarium/contract/visibility';
import { useState } from 'react';
import { manifestWithToken, withToken } from '../viewer-addresses.ts';

/** A share link that was just made. */
export interface NewLink {
  readonly uuid: string;
  readonly token: string;
}

/** The link that was made while the dialog is open, with the pages that it opens. */
export interface MadeLink extends NewLink {
  readonly viewer: string | undefined;
  readonly manifest: string | undefined;
}

/**
 * @param viewer the page that shows the record
 * @param manifest its IIIF document
 */
export function useMadeLink(
  record: { readonly uuid: string; readonly visibility: Visibility },
  viewer: string | undefined,
  manifest: string | undefined,
): [MadeLink | undefined, (link: NewLink | undefined) => void] {
  const [made, setMade] = useState<NewLink>();
  // A restricted record is opened by no link.
  if (record.visibility === 'restricted' || made === undefined) return [undefined, setMade];
  const { uuid } = record;
  return [
    {
      ...made,
      viewer: viewer && withToken(viewer, uuid, made.token),
      manifest: manifest && manifestWithToken(manifest, uuid, made.token),
    },
    setMade,
  ];
}
