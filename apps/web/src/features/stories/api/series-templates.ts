import { templatesQuery } from '../../../records/api/templates.ts';
import { seriesFields } from '../series-fields.ts';

/** The fields of a series, of the fields of all kinds that are read once. */
export const seriesTemplatesQuery = { ...templatesQuery('STORY'), select: seriesFields };
