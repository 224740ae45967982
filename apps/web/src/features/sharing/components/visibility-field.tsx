import type { Visibility } from '@armarium/contract/visibility';
import { Button, Radio } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useOpener } from '../../../ui/opener.ts';
import type { Condition } from './agreement.tsx';
import classes from './share-dialog.module.css';

const visibilities: readonly Visibility[] = ['public', 'private', 'restricted'];

interface VisibilityFieldProps {
  visibility: Visibility;
  /** What the public would see. */
  view: ReactNode;
  /** What the user has to agree to before it is made public. */
  condition?: Condition | undefined;
  /** Whether the user may change it. */
  mayChange: boolean;
  /** @throws ApiProblem, which is shown in the dialog */
  change(visibility: Visibility): Promise<void>;
  /** Whether a question is open over the dialog: Escape must not close the dialog below it. */
  onAsking(isAsking: boolean): void;
}

/** Who sees a record, and for those who may publish the way to change it, past what the public would see. */
export function VisibilityField(props: VisibilityFieldProps) {
  const { visibility, view, condition, mayChange, change, onAsking } = props;
  const { t } = useTranslation('sharing');
  const opener = useOpener();
  const [wanted, setWanted] = useState<Visibility>();
  const asked = wanted === 'public' && visibility !== 'public' ? condition : undefined;
  const close = () => {
    setWanted(undefined);
    condition?.forget?.();
    onAsking(false);
    opener.giveBack();
  };
  return (
    <div className={classes.who}>
      <div>
        <div className={classes.label}>{t('who')}</div>
        <div>{t(`visibility.${visibility}`)}</div>
      </div>
      {mayChange && (
        <Button
          variant="default"
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => {
            opener.keep(currentTarget);
            setWanted(visibility);
            onAsking(true);
          }}
        >
          {t('change')}
        </Button>
      )}
      <ConfirmDialog
        opened={wanted !== undefined}
        title={t('changeTitle')}
        confirmWord={t('save')}
        size="lg"
        disabled={wanted === visibility}
        onClose={close}
        keepsOpen={() => asked?.check() === false}
        work={async () => {
          if (wanted === undefined || asked?.check() === false) return;
          await change(wanted);
          notify('success', { title: t('changed'), message: t(`visibility.${wanted}`) });
          close();
        }}
      >
        <Radio.Group
          label={t('changeTo')}
          value={wanted ?? visibility}
          onChange={(value) => setWanted(visibilities.find((one) => one === value))}
        >
          <div className={classes.choices}>
            {visibilities.map((one) => (
              <Radio key={one} value={one} label={t(`visibility.${one}`)} />
            ))}
          </div>
        </Radio.Group>
        {view}
        {asked?.field}
      </ConfirmDialog>
    </div>
  );
}
