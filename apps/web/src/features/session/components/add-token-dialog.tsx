import type { Capability, Reach } from '@armarium/contract/capability';
import { TOKEN_DAYS_MAX, TOKEN_NAME_MAX, type NewToken } from '@armarium/contract/tokens';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../ui/day-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { displayDate } from '../../../ui/display-date.ts';
import { DraftForm } from '../../../ui/draft-form.tsx';
import { describeProof } from '../api/password-fault.ts';
import { dayAhead, lastDay, offeredRights, termFrom, terms, type Rights } from '../token-draft.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { OwnPasswordField } from './own-password-field.tsx';
import { useNewToken } from './use-new-token.ts';
import classes from './tokens.module.css';

/** What a right is called. @param reach undefined where the account does not hold it */
export type RightName = (capability: Capability, reach: Reach | undefined) => string;

interface AddTokenDialogProps {
  username: string;
  /** What the account may do. */
  held: Rights;
  rightName: RightName;
  onAdded(): void;
  onClose(): void;
}

/** Adds a token: its name, when it expires and its rights; then it shows the token, this once. */
export function AddTokenDialog(props: AddTokenDialogProps) {
  const { onAdded, onClose } = props;
  const { t } = useTranslation('tokens');
  const leave = useRef(onClose);
  const [made, setMade] = useState<NewToken>();
  if (made) return <NewTokenDialog made={made} onClose={onClose} />;
  return (
    <Dialog opened onClose={() => leave.current()} title={t('add')} size="lg">
      <TokenForm
        {...props}
        onMade={(token) => {
          setMade(token);
          onAdded();
        }}
        setLeave={(act) => {
          leave.current = act;
        }}
      />
    </Dialog>
  );
}

interface TokenFormProps extends AddTokenDialogProps {
  onMade(made: NewToken): void;
  setLeave(leave: () => void): void;
}

function TokenForm({ username, held, rightName, onMade, setLeave, onClose }: TokenFormProps) {
  const { t } = useTranslation(['tokens', 'secondFactor']);
  const token = useNewToken(held, onMade);
  const { draft, faults, failure, asked, change } = token;
  return (
    <DraftForm
      label={t('add')}
      words={{
        restored: t('restored'),
        cancel: t('cancel'),
        confirm: t('addConfirm'),
        question: t('question'),
        keep: t('keep'),
        discard: t('discard'),
      }}
      isRestored={token.isRestored}
      hasChanges={token.changes > 0}
      isWorking={token.isWorking}
      failure={failure === undefined ? undefined : { title: t('addFailed'), text: describeProof(failure) }}
      setLeave={setLeave}
      onSave={token.save}
      onDiscard={token.discard}
      onClose={onClose}
    >
      <div className={classes.form}>
        <TextInput
          data-autofocus
          label={t('name')}
          description={t('nameHint')}
          required
          autoComplete="off"
          dir="auto"
          maxLength={TOKEN_NAME_MAX}
          value={draft.name}
          error={faults.name && t(`fault.${faults.name}`)}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <ExpiryFields {...token} />
        <Checkbox.Group
          label={t('rights')}
          description={t('rightsHint', { browse: rightName('browse', undefined) })}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          error={faults.capabilities && t(`fault.${faults.capabilities}`)}
          value={[...draft.capabilities]}
          onChange={(capabilities) => change({ capabilities })}
        >
          <div className={classes.rights}>
            {offeredRights(held).map((capability, index) => (
              <Checkbox
                key={capability}
                value={capability}
                label={rightName(capability, held[capability])}
                // The first of them gets the focus where the group has a fault.
                aria-invalid={index === 0 && faults.capabilities !== undefined}
              />
            ))}
          </div>
        </Checkbox.Group>
        {asked.isAsked && (
          <OwnPasswordField
            username={username}
            why={t('secondFactor:passkeys.passwordWhy')}
            {...asked.field}
          />
        )}
      </div>
    </DraftForm>
  );
}

/** When it expires: after some days, or on a day that the person chooses. */
function ExpiryFields({ draft, faults, change }: ReturnType<typeof useNewToken>) {
  const { t } = useTranslation('tokens');
  const [now] = useState(() => new Date());
  const { expiresAt } = faults;
  const error =
    expiresAt === 'noDay' ? t('days:noDay') : expiresAt && t(`fault.${expiresAt}`, { max: TOKEN_DAYS_MAX });
  const isOwn = draft.term === 'own';
  return (
    <div className={classes.expiry}>
      <NativeSelect
        label={t('term')}
        data={terms.map((term) => ({
          value: term,
          label: t(`terms.${term}`, { date: displayDate(dayAhead(Number(term), now)) }),
        }))}
        value={draft.term}
        error={!isOwn && error}
        onChange={(event) => change({ term: termFrom(event.currentTarget.value) })}
      />
      {isOwn && (
        <DayInput
          label={t('day')}
          description={t('dayHint', { date: displayDate(lastDay(now)) })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          required
          min={dayAhead(0, now)}
          max={lastDay(now)}
          value={draft.day}
          error={error}
          onChange={(day) => change({ day })}
        />
      )}
    </div>
  );
}
