import { removeAvatar, setAvatar } from '@armarium/contract/accounts';
import { call } from '../../../lib/api-client.ts';
import type { PictureChange } from '../picture-change.ts';

/** Replaces the picture of an account, or takes it away. @throws ApiProblem `image-too-large`, `file-refused` */
export async function saveAvatar(userId: string, change: PictureChange): Promise<void> {
  const params = { id: userId };
  if (change.kind === 'set') await call(setAvatar, { params, file: change.file });
  else await call(removeAvatar, { params });
}
