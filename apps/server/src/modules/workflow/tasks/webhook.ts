import { WEBHOOK_TASK } from '@armarium/contract/transition-tasks';
import type { WorkflowTask } from './task.ts';

const URL_MAX_CHARACTERS = 2_000;
const SECRET_MAX_CHARACTERS = 200;

/** Calls another server. What it posts is composed in `effects/`. */
export const webhook: WorkflowTask = {
  name: WEBHOOK_TASK,
  label: 'Call another server',
  kind: 'effect',
  parameters: [
    { name: 'url', label: 'Address', type: 'TEXT', required: true },
    { name: 'secret', label: 'Secret', type: 'TEXT', required: false },
  ],
  judge: ({ parameters }, _ground, refuse) => {
    const address = String(parameters['url']);
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || !/^https?:$/.test(url.protocol))
      refuse('url', 'url-type', 'Give a whole address that begins with https:// or http://.');
    else if (url.username !== '' || url.password !== '')
      refuse('url', 'url-type', 'Give the address without a name and password.');
    else if (address.length > URL_MAX_CHARACTERS)
      refuse('url', 'too-long', `At most ${URL_MAX_CHARACTERS} characters fit.`);
    const secret = parameters['secret'];
    if (typeof secret === 'string' && secret.length > SECRET_MAX_CHARACTERS)
      refuse('secret', 'too-long', `At most ${SECRET_MAX_CHARACTERS} characters fit.`);
  },
};
