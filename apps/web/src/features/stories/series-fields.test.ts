import type { Template } from '@armarium/contract/templates';
import { expect, test } from 'vitest';
import { inOrder } from '../../records/metadata-view.ts';
import { seriesFields } from './series-fields.ts';

const field = (
  resourceType: Template['resourceType'],
  name: string,
  priority: Template['priority'],
  order = 0,
): Template => ({
  uuid: `${resourceType}.${name}`,
  name,
  label: name,
  labels: {},
  type: 'STRING',
  resourceType,
  priority,
  order,
  enumValues: [],
  defaultValue: null,
  locked: false,
  required: false,
  repeatable: false,
  searchable: false,
  help: '',
  _links: { self: { href: '' } },
});

test('[SERIES-18] a series has the fields of stories, then those of series of other names', () => {
  const fields = seriesFields([
    field('SERIES', 'funding', 'MEDIUM', 1),
    field('SERIES', 'sgtt', 'HIGH'),
    field('SERIES', 'curator', 'HIGH', 1),
    field('ITEM', 'pressmark', 'HIGH'),
    field('STORY', 'sgti', 'LOW', 4),
    field('STORY', 'sgtt', 'HIGH'),
  ]);
  const shown = ['STORY.sgtt', 'STORY.sgti', 'SERIES.curator', 'SERIES.funding'];
  expect(fields.map(({ uuid }) => uuid)).toEqual(shown);
  // As forms and lists sort them.
  expect(inOrder(fields).map(({ uuid }) => uuid)).toEqual(shown);
});
