import type { Template } from '@armarium/contract/templates';
import { inOrder } from '../../records/metadata-view.ts';

/** Forms and lists show fields by priority and order: these numbers put some behind all others. */
const BEHIND_ALL = 1_000_000;

/** The fields of a series: those of stories, then those of series that have other names. */
export function seriesFields(templates: readonly Template[]): Template[] {
  const ofStories = templates.filter(({ resourceType }) => resourceType === 'STORY');
  const names = new Set(ofStories.map(({ name }) => name));
  const others = inOrder(
    templates.filter(({ resourceType, name }) => resourceType === 'SERIES' && !names.has(name)),
  );
  const last = others.map((template, index) => ({
    ...template,
    priority: 'LOW' as const,
    order: BEHIND_ALL + index,
  }));
  return [...inOrder(ofStories), ...last];
}
