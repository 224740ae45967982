import type { DeliveryOutcome } from '@armarium/contract/deliveries';
import type { EffectMessage } from './delivery.writes.ts';
import { mailBodies } from './mail-content.ts';
import { meansOfMail, type MailSettings } from './mail-settings.ts';

/** What a recipient would read. */
export interface MessagePreview {
  /** Of mail; null for a webhook. */
  readonly subject: string | null;
  /** The plain text of mail, or the JSON that a webhook posts. */
  readonly text: string;
  /** What is known to keep it from being sent as things are. */
  readonly obstacle: DeliveryOutcome | null;
}

/** A message as it would be sent now. */
export function previewOf(message: EffectMessage, settings: MailSettings): MessagePreview {
  if (message.kind === 'webhook') {
    const { body, isSecretMissing } = message.content;
    return { subject: null, text: body, obstacle: isSecretMissing ? 'secret-missing' : null };
  }
  const { linkOrigin, organisation } = settings;
  const means = meansOfMail(settings);
  const { text } = mailBodies(message.content, {
    name: organisation,
    address: linkOrigin === undefined ? '' : `${linkOrigin}/ui/`,
  });
  return {
    subject: message.content.subject,
    text: text.trimEnd(),
    obstacle: typeof means === 'string' ? means : null,
  };
}
