import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../lib/save-file.ts';
import { citationFile, citationText, type Cited } from '../citation.ts';
import { CopyField } from './copy-field.tsx';

/** A citation to be copied, and the same as a file for programs that keep citations. */
export function Citation({ cited, keeper, address }: { cited: Cited; keeper: string; address: string }) {
  const { t, i18n } = useTranslation('sharing');
  const [on] = useState(() => new Date());
  const citing = { item: cited, keeper, address, untitled: t('untitled'), on };
  const date = new Intl.DateTimeFormat(i18n.language === 'it' ? 'it-IT' : 'en-GB', {
    dateStyle: 'long',
  }).format(on);
  const save = () => {
    const name = cited.pressmark.replace(/[^\p{L}\p{N}.-]+/gu, '-') || 'citation';
    saveFile(`${name}.json`, citationFile(citing), 'application/vnd.citationstyles.csl+json');
  };
  return (
    <div>
      <CopyField long label={t('citation')} value={citationText(citing, t('accessed', { date }))} />
      <Button
        variant="subtle"
        size="compact-sm"
        mt={6}
        leftSection={<IconFileDownload size={16} stroke={1.7} aria-hidden />}
        onClick={save}
      >
        {t('citationFile')}
      </Button>
    </div>
  );
}
