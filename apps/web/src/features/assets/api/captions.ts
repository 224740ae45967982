import { addCaptions, listCaptions, removeCaptions } from '@armarium/contract/captions';
import { uploadCalls } from '@armarium/contract/uploads';
import { queryOptions } from '@tanstack/react-query';
import { call, sendFile } from '../../../lib/api-client.ts';

/** The captions of a sound or video. */
export function captionsQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'captions', uuid],
    queryFn: ({ signal }) => call(listCaptions, { params: { uuid }, query: { size: 100 }, signal }),
    meta: { quiet: true },
  });
}

/** Stores a WebVTT file. @returns the uuid of the upload */
export async function storeCaptions(file: File): Promise<string> {
  return (await sendFile(uploadCalls.captions, file)).uuid;
}

export async function nameCaptions(
  recording: string,
  body: { uploadUuid: string; language: string; label: string },
) {
  await call(addCaptions, { params: { uuid: recording }, body });
}

export async function takeCaptionsAway(uuid: string): Promise<void> {
  await call(removeCaptions, { params: { uuid } });
}
