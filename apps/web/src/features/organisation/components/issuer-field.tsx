import { SignOnProvider } from '@armarium/contract/sign-on';
import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { fitsRule } from '../../../lib/text-rule.ts';
import { useWork } from '../../../ui/use-work.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { checkIssuer, type IssuerCheck } from '../api/sign-on.ts';
import type { ProviderFault } from '../provider-draft.ts';
import classes from './organisation.module.css';

interface IssuerFieldProps {
  value: string;
  error: string | undefined;
  onChange(issuer: string): void;
  /** It can't be checked as it is. */
  onFault(fault: ProviderFault): void;
}

/** The address of a provider, with what comes of asking it. */
export function IssuerField({ value, error, onChange, onFault }: IssuerFieldProps) {
  const { t } = useTranslation('organisation');
  const field = useRef<HTMLInputElement>(null);
  /** What was found, and at which address. */
  const [check, setCheck] = useState<IssuerCheck & { issuer: string }>();
  const { isWorking, failure, work, forgetFailure } = useWork();
  const issuer = value.trim();
  const refuse = (fault: ProviderFault) => {
    onFault(fault);
    field.current?.focus();
  };
  const ask = async () => {
    if (isWorking) return;
    setCheck(undefined);
    forgetFailure();
    if (issuer === '') return refuse('missing');
    if (!fitsRule(SignOnProvider.properties.issuer, issuer)) return refuse('issuer');
    await work(async () => {
      const found = await checkIssuer(issuer);
      setCheck({ ...found, issuer });
    });
  };
  // What is said of an address does not stand below another one.
  const shown = check?.issuer === issuer ? check : undefined;
  const failed = failure === undefined || isWorking ? undefined : describeProblem(failure);
  return (
    <div>
      <div className={classes.line}>
        <TextInput
          ref={field}
          className={classes.grows ?? ''}
          label={t('signOn.field.issuer')}
          description={t('signOn.issuerHint')}
          required
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://id.example.org"
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Button
          variant="default"
          aria-label={t('signOn.checkOf')}
          onClick={() => void ask()}
          {...waitingProps(isWorking)}
        >
          {t('signOn.check')}
        </Button>
      </div>
      <div role="status" className={classes.checked}>
        {isWorking && t('signOn.checking')}
        {shown && (
          <>
            <p>{t(`signOn.outcome.${shown.outcome}`, { found: shown.found ?? '' })}</p>
            {shown.detail !== '' && (
              <p className={classes.note} lang="en">
                {shown.detail}
              </p>
            )}
          </>
        )}
        {failed && (
          <p>
            {failed.title}. {failed.next}
          </p>
        )}
      </div>
      {shown?.outcome === 'issuer-differs' && shown.found !== null && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            onChange(shown.found ?? '');
            // This button is gone then.
            field.current?.focus();
          }}
        >
          {t('signOn.takeFound')}
        </Button>
      )}
    </div>
  );
}
