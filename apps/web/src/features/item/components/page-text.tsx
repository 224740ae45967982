import { getImageText } from '@armarium/contract/image-calls';
import type { ImageAsset } from '@armarium/contract/images';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api-client.ts';
import { Failed } from '../../../ui/failed.tsx';
import classes from './page-text.module.css';

/** What is written on a page of a PDF, beside its image, to be read, copied and spoken. */
export function PageText({ image }: { image: ImageAsset | undefined }) {
  const { t } = useTranslation('viewing');
  const uuid = image?._links.text && image.uuid;
  const text = useQuery({
    queryKey: ['catalogue', 'image-text', uuid],
    queryFn: ({ signal }) => call(getImageText, { params: { uuid: uuid ?? '' }, signal }),
    enabled: uuid !== undefined,
    // Another file in its place has another version, which comes with the image; a page's text never changes by itself.
    staleTime: 60_000,
    meta: { quiet: true },
  });
  return (
    // It scrolls, so keys have to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.text} aria-label={t('pageTextOf')} tabIndex={0}>
      {image !== undefined && uuid === undefined ? (
        <p className={classes.none}>{t('noPageText')}</p>
      ) : text.error ? (
        <Failed error={text.error} onRetry={() => void text.refetch()} />
      ) : text.data === undefined ? (
        [90, 70, 80].map((width) => <Skeleton key={width} height={14} width={`${width}%`} mb="sm" />)
      ) : (
        <p className={classes.words}>{text.data.text.trim()}</p>
      )}
    </section>
  );
}
