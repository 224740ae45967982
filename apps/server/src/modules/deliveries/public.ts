import type { Database } from '../../db/database.ts';
import type { JobHandler, JobName } from '../../queue/jobs.ts';
import { deliverJob, type AttemptListener, type DeliveryConfig } from './jobs/deliver.job.ts';
import { takeUpDeliveriesJob } from './jobs/take-up-deliveries.job.ts';

export { writeEffectMessages, writeMail, type EffectMessage } from './delivery.writes.ts';
export { progressOf } from './delivery-progress.ts';
export { mailMessage, mailMessages } from './mail.queries.ts';
export { mailSettings, meansOfMail, type MailConfig, type MailSettings } from './mail-settings.ts';
export { oneLine, type MailContent } from './mail-content.ts';
export { previewOf } from './message-preview.ts';

/**
 * The jobs that send mail and call webhooks (decisions §12, §13).
 * @param onAttempt is called after each attempt of an effect
 */
export function deliveryJobs(
  database: Database,
  config: DeliveryConfig,
  onAttempt: AttemptListener,
): Record<Extract<JobName, 'deliver' | 'take-up-deliveries'>, JobHandler> {
  return {
    deliver: deliverJob(database, config, onAttempt),
    'take-up-deliveries': takeUpDeliveriesJob(database),
  };
}
