import { findAllItems } from '@armarium/contract/item-calls';
import { filledText } from '@armarium/contract/transition-tasks';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api-client.ts';
import { accountQuery } from '../../../records/api/account.ts';

/** What a text with placeholders gives for the newest item; for other records, with what is known of them. */
export function useTextPreview(text: string, resourceType: TemplateResourceType) {
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
  if (!/\{\w+\}/.test(text)) return undefined;
  const user = account ? `${account.name} ${account.surname}`.trim() || account.username : '';
  const words = {
    today,
    user: user || t('placeholder.user'),
    title: item?.sgtt ?? `(${t('placeholder.title')})`,
    pressmark: item?.pressmark ?? `(${t('placeholder.pressmark')})`,
    comment: `(${t('placeholder.comment')})`,
  };
  return { text: filledText(text, words), record: item?.sgtt };
}
