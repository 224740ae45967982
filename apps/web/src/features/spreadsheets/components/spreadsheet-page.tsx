import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { mayImportQuery } from '../../../records/api/permissions.ts';
import { spreadsheetQuery } from '../api/spreadsheets.ts';
import { Failed } from '../../../ui/failed.tsx';
import { PageHead } from '../../../records/components/page-head.tsx';
import layout from '../../../records/components/page-layout.module.css';
import { SpreadsheetCheck } from './spreadsheet-check.tsx';
import { SpreadsheetColumns } from './spreadsheet-columns.tsx';
import { SpreadsheetFile } from './spreadsheet-file.tsx';
import classes from './spreadsheet-page.module.css';
import { SpreadsheetResult } from './spreadsheet-result.tsx';

const steps = ['file', 'columns', 'check', 'result'] as const;
type Step = (typeof steps)[number];

/**
 * `/catalog/spreadsheets/{uuid}`: a spreadsheet on its way into the catalogue, step by step. The address says which, and
 * the server keeps what was chosen: the page can be left and reloaded at any step.
 */
export function SpreadsheetPage() {
  const { uuid } = useParams();
  const { t } = useTranslation('importing');
  const mayImport = useQuery(mayImportQuery);
  useDocumentTitle(t('title'));
  if (mayImport.data === false) {
    return (
      <Frame step="file">
        <EmptyState
          icon={<IconLock size={40} stroke={1.2} />}
          title={t('notAllowed')}
          action={
            <Button variant="default" component={Link} to="/catalog">
              {t('back')}
            </Button>
          }
        >
          {t('notAllowedText')}
        </EmptyState>
      </Frame>
    );
  }
  if (uuid !== undefined) return <OfSpreadsheet key={uuid} uuid={uuid} />;
  return (
    <Frame step="file">
      <SpreadsheetFile />
    </Frame>
  );
}

function stepOf({ state }: Spreadsheet, wantsColumns: boolean): Step {
  if (state === 'IMPORTED') return 'result';
  return state === 'UPLOADED' || wantsColumns ? 'columns' : 'check';
}

function OfSpreadsheet({ uuid }: { uuid: string }) {
  const { data: sheet, error, refetch } = useQuery(spreadsheetQuery(uuid));
  const [search] = useSearchParams();
  if (!sheet) {
    return (
      <Frame step="columns" isLoading>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />}
      </Frame>
    );
  }
  const step = stepOf(sheet, search.get('step') === 'columns');
  return (
    <Frame step={step} filename={sheet.filename}>
      {step === 'columns' && <SpreadsheetColumns sheet={sheet} />}
      {step === 'check' && <SpreadsheetCheck sheet={sheet} />}
      {step === 'result' && <SpreadsheetResult sheet={sheet} />}
    </Frame>
  );
}

interface FrameProps {
  readonly step: Step;
  /** Which step it is isn't known yet. */
  readonly isLoading?: boolean;
  readonly filename?: string;
  readonly children: ReactNode;
}

function Frame({ step, isLoading = false, filename, children }: FrameProps) {
  const { t } = useTranslation('importing');
  const heading = useRef<HTMLHeadingElement>(null);
  // A page that is opened by its address begins at the top, as every page does.
  const [isOpened] = useState(useLocation().key === 'default');
  const seen = useRef<Step>(undefined);
  useEffect(() => {
    if (isLoading || seen.current === step) return undefined;
    const isFirst = seen.current === undefined && (isOpened || step === 'file');
    seen.current = step;
    if (isFirst) return undefined;
    // The button that led here has gone. After the shell, which focuses the page as a whole where its address is new.
    const timer = setTimeout(() => {
      const { activeElement, body } = document;
      if (activeElement === body || activeElement?.id === 'content') heading.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [step, isLoading, isOpened]);
  return (
    <div className={layout.page}>
      <PageHead
        back={{ to: '/catalog', word: t('back') }}
        title={t('title')}
        text={
          filename !== undefined && (
            <>
              {filename} · <Link to="/catalog/spreadsheets">{t('other')}</Link>
            </>
          )
        }
      />
      <ol className={classes.steps} aria-label={t('steps.label')}>
        {steps.map((name, index) => (
          <li key={name} {...(name === step && { 'aria-current': 'step' as const })}>
            {name === step ? (
              <h2 ref={heading} tabIndex={-1}>
                {index + 1}. {t(`steps.${name}`)}
              </h2>
            ) : (
              `${index + 1}. ${t(`steps.${name}`)}`
            )}
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}
