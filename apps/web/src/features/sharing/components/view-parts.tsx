import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './share-dialog.module.css';

/** What the public sees of a record, or would see if it were public. */
export function ViewSection({ isPublic, children }: { isPublic: boolean; children: ReactNode }) {
  const { t } = useTranslation('sharing');
  const title = t(isPublic ? 'view.title' : 'view.would');
  return (
    <section className={classes.view} aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </section>
  );
}

/** As many pictures as stand in a row. */
const PICTURES_MAX = 6;

interface ViewPicturesProps {
  images: readonly {
    readonly uuid: string;
    readonly label: string;
    readonly thumb: string;
    /** The size that visitors get. */
    readonly given: { readonly width_px: number; readonly height_px: number };
  }[];
  /** How many there are, where `images` are the first of them. */
  total?: number;
}

/** The first ready images that visitors see, each with its size for them. */
export function ViewPictures({ images, total = images.length }: ViewPicturesProps) {
  const { t } = useTranslation('sharing');
  const pictures = images.slice(0, PICTURES_MAX);
  const more = total - pictures.length;
  if (pictures.length === 0) return null;
  return (
    <ul className={classes.pictures}>
      {pictures.map(({ uuid, label, thumb, given }) => (
        <li key={uuid}>
          <img
            src={thumb}
            alt={t('view.image', { label, width: given.width_px, height: given.height_px })}
            loading="lazy"
          />
          <span className="tabular">
            {given.width_px} × {given.height_px}
          </span>
        </li>
      ))}
      {more > 0 && <li className={classes.more}>{t('view.more', { count: more })}</li>}
    </ul>
  );
}
