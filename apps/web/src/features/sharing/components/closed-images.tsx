import type { StoryPublicView } from '@armarium/contract/sharing';
import { useTranslation } from 'react-i18next';
import classes from './share-dialog.module.css';

/** The images of a story that visitors do not see. */
export function ClosedImages({ images }: { images: StoryPublicView['images'] }) {
  const { t } = useTranslation('sharing');
  return (
    <ul className={classes.closed}>
      {images.map(({ uuid, title, thumb, visibility }) => (
        <li key={uuid}>
          <span className={classes.thumb}>{thumb !== null && <img src={thumb} alt="" loading="lazy" />}</span>
          <span dir="auto">{title}</span>
          {visibility === 'restricted' && <span className={classes.hint}>{t('story.restricted')}</span>}
        </li>
      ))}
    </ul>
  );
}
