import { Value } from '@sinclair/typebox/value';
import { Email } from '@armarium/contract/account-fields';
import {
  MAIL_BODY_MAX_CHARACTERS,
  MAIL_TASK,
  RECIPIENTS_MAX,
  SUBJECT_MAX_CHARACTERS,
} from '@armarium/contract/transition-tasks';
import type { WorkflowTask } from './task.ts';

/** Sends a message to each recipient. What it says is composed in `effects/`. */
export const sendEmail: WorkflowTask = {
  name: MAIL_TASK,
  label: 'Send an e-mail',
  kind: 'effect',
  parameters: [
    { name: 'recipients', label: 'Recipients', type: 'ARRAY', required: true },
    { name: 'subject', label: 'Subject', type: 'TEXT', required: true },
    { name: 'body', label: 'Text', type: 'TEXT', required: true },
    { name: 'attachLink', label: 'With the link of the record', type: 'BOOLEAN', required: false },
  ],
  judge: ({ parameters }, _ground, refuse) => {
    const recipients = parameters['recipients'] as readonly string[];
    const wrong = recipients.filter((address) => !Value.Check(Email, address));
    if (wrong.length > 0)
      refuse('recipients', 'email-form', `This is no address of mail: ${wrong.join(', ')}.`);
    if (recipients.length > RECIPIENTS_MAX)
      refuse('recipients', 'too-many', `At most ${RECIPIENTS_MAX} recipients get a message.`);
    const subject = String(parameters['subject']);
    if (/[\r\n]/.test(subject)) refuse('subject', 'one-line', 'The subject is one line.');
    if (subject.length > SUBJECT_MAX_CHARACTERS)
      refuse('subject', 'too-long', `At most ${SUBJECT_MAX_CHARACTERS} characters fit.`);
    if (String(parameters['body']).length > MAIL_BODY_MAX_CHARACTERS)
      refuse('body', 'too-long', `At most ${MAIL_BODY_MAX_CHARACTERS} characters fit.`);
  },
};
