import fields from '../features/fields/en.json' with { type: 'json' };
import imageDelivery from '../features/image-delivery/en.json' with { type: 'json' };
import imports from '../features/imports/en.json' with { type: 'json' };
import organisation from '../features/organisation/en.json' with { type: 'json' };
import people from '../features/people/en.json' with { type: 'json' };
import tokens from '../features/session/tokens/en.json' with { type: 'json' };
import workflowSettings from '../features/workflow-settings/en.json' with { type: 'json' };
import deliveries from '../records/deliveries/en.json' with { type: 'json' };

/** The words of management, the configuration, the organisation and the own profile in English, by namespace. */
export const englishOfAdministration = {
  ...deliveries,
  ...fields,
  ...imageDelivery,
  ...imports,
  ...organisation,
  ...people,
  ...tokens,
  ...workflowSettings,
};
