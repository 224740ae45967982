export { admitted, callerOf, isHiddenFrom, isShared, viewerOf, type Caller, type Seen } from './admission.ts';
export { cachingOf, PRIVATE_CACHING, PUBLIC_CACHING } from './caching.ts';
export {
  isOpenedBy,
  newShareToken,
  onwardSuffix,
  openLinksOf,
  readIdentifier,
  suffixOf,
  type Identifier,
  type OpenLink,
} from './share-token.ts';
export { isVisibleTo, type Viewer } from './visibility.queries.ts';
