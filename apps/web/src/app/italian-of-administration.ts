import fields from '../features/fields/it.json' with { type: 'json' };
import imageDelivery from '../features/image-delivery/it.json' with { type: 'json' };
import imports from '../features/imports/it.json' with { type: 'json' };
import organisation from '../features/organisation/it.json' with { type: 'json' };
import people from '../features/people/it.json' with { type: 'json' };
import tokens from '../features/session/tokens/it.json' with { type: 'json' };
import workflowSettings from '../features/workflow-settings/it.json' with { type: 'json' };
import deliveries from '../records/deliveries/it.json' with { type: 'json' };
import type { englishOfAdministration } from './english-of-administration.ts';

/** The words of management, the configuration, the organisation and the own profile in Italian, by namespace. */
export const italianOfAdministration: typeof englishOfAdministration = {
  ...deliveries,
  ...fields,
  ...imageDelivery,
  ...imports,
  ...organisation,
  ...people,
  ...tokens,
  ...workflowSettings,
};
