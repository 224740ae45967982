/** Two characters of spread, so that no folder holds a million names; the last ones, since v7 uuids begin with time. */
const shard = (uuid: string) => uuid.slice(-2);

/** Where an original is kept, unchanged (decisions §6); all of a tenant's files stand below its own prefix (§2). */
export function originalKey(tenantId: number, fileUuid: string): string {
  return `tenants/${tenantId}/originals/${shard(fileUuid)}/${fileUuid}`;
}

/** Where a piece of a resumable upload waits for the others. */
export function partKey(tenantId: number, uploadUuid: string, partUuid: string): string {
  return `tenants/${tenantId}/parts/${shard(uploadUuid)}/${uploadUuid}/${partUuid}`;
}

/** Where a derivative of one version of an asset is kept. */
export function derivativeKey(tenantId: number, assetUuid: string, version: number, file: string): string {
  return `tenants/${tenantId}/derivatives/${shard(assetUuid)}/${assetUuid}/${version}/${file}`;
}

/** Where the picture of a watermark is kept; another picture has another name. */
export function watermarkKey(tenantId: number, sha256: string): string {
  return `tenants/${tenantId}/watermark/${sha256}.png`;
}
