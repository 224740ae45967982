import { findAllItems } from '@armarium/contract/item-calls';
import { filledText } from '@armarium/contract/transition-tasks';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api-client.ts';
import { accountQuery } from '../../../records/api/account.ts';
import { useItemAddress } from '../../../records/item-address.ts';
import { installationMailQuery } from '../api/installation-mail.ts';

/**
 * What a text with placeholders gives for the newest item; for other records, with what is known of them.
 * @param isMail whether it also has the placeholders of a message
 */
export function useTextPreview(text: string, resourceType: TemplateResourceType, isMail: boolean) {
  const { t } = useTranslation('workflowSettings');
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const account = useQuery(accountQuery).data;
  const item = useQuery({
    queryKey: ['workflow-settings', 'newest-item'],
    queryFn: async ({ signal }) =>
      (await call(findAllItems, { query: { size: 1, sort: ['createdDate,desc'] }, signal }))._embedded
        .culturalItems[0] ?? null,
    enabled: resourceType === 'ITEM',
    meta: { quiet: true },
    staleTime: 60_000,
  }).data;
  const hasLink = isMail && text.includes('{link}');
  const origin = useQuery({ ...installationMailQuery, enabled: hasLink }).data?.linkAddress;
  const addressOf = useItemAddress(item && hasLink ? [item] : [], undefined);
  if (!/\{\w+\}/.test(text)) return undefined;
  const user = account ? `${account.name} ${account.surname}`.trim() || account.username : '';
  const words = {
    today,
    user: user || t('placeholder.user'),
    title: item?.sgtt ?? `(${t('placeholder.title')})`,
    pressmark: item?.pressmark ?? `(${t('placeholder.pressmark')})`,
    comment: `(${t('placeholder.comment')})`,
    ...(isMail && {
      count: '1',
      link: item && origin ? `${origin}/ui${addressOf(item)}` : `(${t('placeholder.link')})`,
    }),
  };
  return { text: filledText(text, words), record: item?.sgtt };
}
