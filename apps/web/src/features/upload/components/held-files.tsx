import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { UploadRecord } from '../state/upload-record.ts';
import classes from './upload-row.module.css';

const FILES_TOLD = 5;

interface HeldFilesProps {
  record: UploadRecord;
  onOpenItem(): void;
}

/** The files of an upload that records have already, with the way to these: what to do about it is the user's. */
export function HeldFiles({ record, onOpenItem }: HeldFilesProps) {
  const { t } = useTranslation('held');
  const { assets, collectionUuid } = record;
  const held = assets.flatMap(({ assetUploadId, name, stored }) =>
    stored?.heldBy ? [{ assetUploadId, name, items: stored.heldBy }] : [],
  );
  const more = held.length - FILES_TOLD;
  return (
    <div className={classes.held}>
      <p>
        <strong>{t('title', { count: held.length })}</strong>
        {t('text')}
      </p>
      <ul>
        {held.slice(0, FILES_TOLD).map(({ assetUploadId, name, items }) => (
          <li key={assetUploadId}>
            <bdi>{name}</bdi>:{' '}
            {items.map(({ uuid, pressmark }, index) => (
              <span key={uuid}>
                {index > 0 && ', '}
                {/* An item that is in another collection is shown there. */}
                <Link to={`/catalog/${collectionUuid}/cultural-item/${uuid}`} onClick={onOpenItem}>
                  <bdi>{pressmark}</bdi>
                </Link>
              </span>
            ))}
          </li>
        ))}
        {more > 0 && <li>{t('andMore', { count: more })}</li>}
      </ul>
    </div>
  );
}
