import type { TemplateResourceType } from '@armarium/contract/record-types';

/**
 * The resource type that a call about workflow actions sends for a kind of record: ITEM, MEDIA, STORY, SERIES,
 * and COLLECTION for all others (WFACT-16 to WFACT-18).
 */
export function sentType(resourceType: string): TemplateResourceType {
  switch (resourceType) {
    case 'ITEM':
    case 'MEDIA':
    case 'STORY':
    case 'SERIES':
      return resourceType;
    default:
      return 'COLLECTION';
  }
}
