/**
 * Two characters that spread the names, so that no folder holds a million; the last ones, since v7 uuids
 * begin with time.
 */
const shard = (uuid: string) => uuid.slice(-2);

/**
 * The key of an original, which is never changed (decisions §6). All of a tenant's files have its own prefix
 * (§2).
 */
export function originalKey(tenantId: number, fileUuid: string): string {
  return `tenants/${tenantId}/originals/${shard(fileUuid)}/${fileUuid}`;
}

/** The key of a piece of a resumable upload. */
export function partKey(tenantId: number, uploadUuid: string, partUuid: string): string {
  return `tenants/${tenantId}/parts/${shard(uploadUuid)}/${uploadUuid}/${partUuid}`;
}

/** The key of a derivative of one version of an asset. */
export function derivativeKey(tenantId: number, assetUuid: string, version: number, file: string): string {
  return `tenants/${tenantId}/derivatives/${shard(assetUuid)}/${assetUuid}/${version}/${file}`;
}

/** The key of the copy of a PDF for readers. */
export function readerCopyKey(tenantId: number, uploadUuid: string): string {
  return `tenants/${tenantId}/copies/${shard(uploadUuid)}/${uploadUuid}.pdf`;
}

/** The key of the picture of a watermark; another picture has another name. */
export function watermarkKey(tenantId: number, sha256: string): string {
  return `tenants/${tenantId}/watermark/${sha256}.png`;
}
