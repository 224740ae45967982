import { completeSignOn } from '@armarium/contract/sign-on';
import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../ui/copy-text.ts';
import classes from './organisation.module.css';

/** The address to which a provider sends the browser back, for copying: the provider has to know it. */
export function CallbackField() {
  const { t } = useTranslation('organisation');
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const address = `${window.location.origin}${completeSignOn.path}`;
  const copy = async () => {
    if (field.current)
      setSaid(t((await copyText(address, field.current)) ? 'signOn.copied' : 'signOn.copyFailed'));
  };
  return (
    <div>
      <div className={classes.line}>
        <TextInput
          ref={field}
          className={classes.grows ?? ''}
          label={t('signOn.callback')}
          description={t('signOn.callbackHint')}
          readOnly
          variant="filled"
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          aria-label={t('signOn.copyOf', { what: t('signOn.callback') })}
          onClick={() => void copy()}
        >
          {t('signOn.copy')}
        </Button>
      </div>
      <p className={classes.note} role="status">
        {said}
      </p>
    </div>
  );
}
