import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import classes from './support-route.module.css';

/** `/support`: the product's own help in a frame, in the language of the client. */
export function SupportRoute() {
  const { t } = useTranslation('app');
  const language = currentLanguage();
  useDocumentTitle(t('support'));
  return (
    // Another language is another frame, so that Back leaves the help and doesn't change its language.
    <iframe
      key={language}
      className={classes.frame}
      src={`/ui/help/${language}.html`}
      title={t('supportFrame')}
    />
  );
}
