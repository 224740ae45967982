import { getImageText } from '@armarium/contract/image-calls';
import type { ImageAsset } from '@armarium/contract/images';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api-client.ts';
import { Failed } from '../../../ui/failed.tsx';
import { imageTitle } from '../image-title.ts';
import classes from './page-text.module.css';

/**
 * What is written on the pages of a PDF, beside their images, to be read, copied and spoken.
 * @param images that are shown, in the order in which they are read; undefined until they are known
 */
export function PageText({ images }: { images: readonly ImageAsset[] | undefined }) {
  const { t } = useTranslation(['viewing', 'item']);
  const written = images?.filter(({ _links }) => _links.text);
  const areTwo = images !== undefined && images.length > 1;
  return (
    // It scrolls, so keys have to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.text} aria-label={t('pageTextOf')} tabIndex={0}>
      {written === undefined ? (
        <Awaited />
      ) : written.length === 0 ? (
        <p className={classes.none}>{t(areTwo ? 'noPagesText' : 'noPageText')}</p>
      ) : (
        written.map((image) => (
          <div key={image.uuid} className={classes.page}>
            {/* Of two pages perhaps only one has a text: which one is said in either case. */}
            {areTwo && (
              <h2 className={classes.name} dir="auto">
                {t('item:image', { position: image.position, name: imageTitle(image) })}
              </h2>
            )}
            <Words uuid={image.uuid} />
          </div>
        ))
      )}
    </section>
  );
}

/** The text of one page. */
function Words({ uuid }: { uuid: string }) {
  const text = useQuery({
    queryKey: ['catalogue', 'image-text', uuid],
    queryFn: ({ signal }) => call(getImageText, { params: { uuid }, signal }),
    // Another file in its place has another version, which comes with the image; a page's text never changes by itself.
    staleTime: 60_000,
    meta: { quiet: true },
  });
  if (text.error) return <Failed error={text.error} onRetry={() => void text.refetch()} />;
  return text.data === undefined ? <Awaited /> : <p className={classes.words}>{text.data.text.trim()}</p>;
}

function Awaited() {
  return [90, 70, 80].map((width) => <Skeleton key={width} height={14} width={`${width}%`} mb="sm" />);
}
