import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../lib/save-file.ts';
import { TextToCopy } from './text-to-copy.tsx';

/** Recovery codes, while they are shown, with the ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('secondFactor');
  const text = codes.join('\n');
  const save = () => {
    const heading = t('codes.fileHeading', { host: window.location.host });
    saveFile(t('codes.file'), `${heading}\n\n${text}\n`, 'text/plain');
  };
  return (
    <TextToCopy label={t('codes.label')} hint={t('codes.text')} value={text} rows={codes.length} takesFocus>
      <Button variant="default" onClick={save}>
        {t('codes.save')}
      </Button>
    </TextToCopy>
  );
}
