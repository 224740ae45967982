import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { templatesQuery } from '../../records/api/templates.ts';
import { RecordDialogFrame } from '../../features/record-entry/components/record-dialog-frame.tsx';
import { SeveralRecordsDialog } from '../../features/record-entry/components/several-records-dialog.tsx';
import type { AssetFormProps, SeveralAssetsFormProps } from '../../features/assets/asset-forms.ts';
import { AssetDialogs, type AssetDialogsProps } from '../../features/assets/components/asset-dialogs.tsx';
import { OriginalButton } from '../../features/downloads/components/original-button.tsx';

/** The dialogs of the files of an item, with the forms of records and the way to the original file. */
export function ItemAssetDialogs(props: Omit<AssetDialogsProps, 'lent'>) {
  return <AssetDialogs {...props} lent={lent} />;
}

/** Assets are never without them, where their form has these fields (ASSET-09 to ASSET-11, A-11, A-12). */
const never = ['sgtt', 'autn', 'pressmark'];

/** The metadata of one asset: read, then changed. */
function AssetForm({ asset, ...props }: AssetFormProps) {
  const { t } = useTranslation('editing');
  const templates = useQuery(templatesQuery('MEDIA')).data;
  if (templates === undefined) return null;
  return (
    <RecordDialogFrame
      {...props}
      record={asset}
      templates={templates}
      mayEdit={asset.allowedActions.includes('edit')}
      saveWord={t('form.save')}
      never={never}
    />
  );
}

/** The metadata of several assets at once. */
function SeveralAssetsForm({ assets, ...props }: SeveralAssetsFormProps) {
  const templates = useQuery(templatesQuery('MEDIA')).data;
  if (templates === undefined) return null;
  return (
    <SeveralRecordsDialog
      {...props}
      uuids={assets.map(({ uuid }) => uuid)}
      templates={templates}
      never={never}
    />
  );
}

const lent = {
  AssetForm,
  SeveralAssetsForm,
  originalOf: (href: string, name: string) => <OriginalButton href={href} name={name} />,
};
