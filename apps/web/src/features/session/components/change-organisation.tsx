import { Alert, Button, Group, Modal, Radio, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { handoffTo } from '../api/create-handoff.ts';
import { ownTenantsQuery } from '../api/own-tenants.ts';
import { tenantQuery } from '../api/tenant.ts';
import classes from './change-organisation.module.css';

interface ChangeOrganisationProps {
  opened: boolean;
  onClose(): void;
  /** Whether files are being sent, which leaving the page would cut off. */
  isSending(): boolean;
}

/** After the address was opened the page goes; it stays only where the user kept it because of files being sent. */
const STILL_HERE_AFTER_ms = 3000;

/**
 * The organisations of the account, the current one chosen (catalogue §2). Confirming another goes to its own
 * address with the session (decisions §2), by a load of the page, so that nothing of this one stays in memory.
 */
export function ChangeOrganisation({ opened, onClose, isSending }: ChangeOrganisationProps) {
  const { t } = useTranslation('session');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('organisation.title')}
      closeButtonProps={{ 'aria-label': t('organisation.close') }}
      centered
    >
      <Choice onClose={onClose} isSending={isSending} />
    </Modal>
  );
}

function Choice({ onClose, isSending }: Omit<ChangeOrganisationProps, 'opened'>) {
  const { t } = useTranslation('session');
  const { data: tenants = [] } = useQuery(ownTenantsQuery);
  const current = useQuery(tenantQuery).data?.id;
  const [picked, setPicked] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [going, setGoing] = useState(false);
  const chosen = picked ?? current;
  const failed = failure === undefined ? undefined : describeProblem(failure);

  const confirm = async () => {
    if (going) return;
    if (chosen === undefined || chosen === current) return onClose();
    setGoing(true);
    setFailure(undefined);
    try {
      window.location.assign(await handoffTo(chosen));
      setTimeout(() => setGoing(false), STILL_HERE_AFTER_ms);
    } catch (error) {
      setFailure(error);
      setGoing(false);
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Radio.Group
        value={chosen ?? null}
        onChange={setPicked}
        aria-label={t('organisation.choose')}
        className={classes.tenants}
      >
        {tenants.map((tenant) => (
          <label key={tenant.id} className={classes.tenant} data-chosen={tenant.id === chosen || undefined}>
            <Radio
              value={tenant.id}
              {...(tenant.id === chosen && { 'data-autofocus': true })}
              aria-labelledby={`organisation-${tenant.id}`}
            />
            <span className={classes.words} id={`organisation-${tenant.id}`}>
              <span className={classes.name} dir="auto">
                {tenant.displayName || tenant.name}
              </span>
              {tenant.id === current && <span className={classes.current}>{t('organisation.current')}</span>}
            </span>
          </label>
        ))}
      </Radio.Group>
      {isSending() && chosen !== current && (
        <Text size="sm" mt="md" role="status">
          {t('organisation.sending')}
        </Text>
      )}
      {failed && (
        <Alert color="red" role="alert" title={failed.title} mt="md">
          {failed.next}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('organisation.cancel')}
        </Button>
        <Button type="submit" {...waitingProps(going)}>
          {t('organisation.confirm')}
        </Button>
      </Group>
    </form>
  );
}
