/** A uuid as a regular expression. */
export const uuidForm = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ownForms = [
  ['sent', `(?:originals|spreadsheets)/SHARD/(${uuidForm})`],
  ['made', `parts/SHARD/(${uuidForm})/${uuidForm}`],
  ['made', `derivatives/SHARD/(${uuidForm})/\\d+/[A-Za-z0-9_-][A-Za-z0-9._-]*`],
  ['made', `copies/SHARD/(${uuidForm})[.]pdf`],
  ['made', `archives/SHARD/(${uuidForm})[.]zip`],
  ['made', '(?:logo|watermark)/[0-9a-f]{64}[.]png'],
] as const;
const ownKeys = ownForms.map(
  ([kind, form]) =>
    [kind, new RegExp(`^tenants/([1-9]\\d*)/${form.replace('SHARD', '([0-9a-f]{2})')}$`)] as const,
);

/** The parts of a key in our form. */
export interface OwnKey {
  readonly tenantId: number;
  /** Whether it is a file that somebody sent, which can't be made again. */
  readonly isSent: boolean;
  /** The uuid of its record or upload; absent where the key has none, as for logos. */
  readonly uuid: string | undefined;
}

/** @returns undefined for a key that can't be ours */
export function ownKey(key: string): OwnKey | undefined {
  for (const [kind, form] of ownKeys) {
    const found = form.exec(key);
    if (!found) continue;
    const [, tenantId, shard = '', uuid] = found;
    if (uuid?.endsWith(shard) === false) return undefined;
    return { tenantId: Number(tenantId), isSent: kind === 'sent', uuid };
  }
  return undefined;
}

/**
 * Whether a file is removed automatically after a while, such as an archive for a download: no row has its
 * key.
 */
export function isTemporary(key: string): boolean {
  return /^tenants\/\d+\/archives\//.test(key);
}
