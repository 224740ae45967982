import { Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { describeProof, passwordFault } from '../api/password-fault.ts';
import { OwnPasswordField, type PasswordFault } from './own-password-field.tsx';

interface PasswordDialogProps {
  /** Whose password is asked for. */
  username: string;
  /** An account without one is asked for nothing: the server takes a recent sign-in. */
  hasPassword: boolean;
  title: string;
  /** What follows from it, a paragraph each. */
  texts: readonly string[];
  confirmWord: string;
  failedWord: string;
  dangerous?: boolean;
  /** @throws ApiProblem as `passwordFault` tells, and others, which the dialog shows */
  work(password: string | undefined): Promise<void>;
  onClose(): void;
}

/** Asks for the own password before something is done to the second factor. */
export function PasswordDialog({ username, hasPassword, texts, work, ...dialog }: PasswordDialogProps) {
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<PasswordFault>();
  const isMissing = hasPassword && password === '';
  return (
    <ConfirmDialog
      opened
      {...dialog}
      keepsOpen={() => isMissing}
      work={async () => {
        if (isMissing) setFault({ word: 'passwordMissing' });
        else await work(hasPassword ? password : undefined);
      }}
      describe={describeProof}
      isTold={isToldAtField}
      onFailure={(failure) => {
        if (isToldAtField(failure)) setFault({ word: 'passwordWrong' });
      }}
    >
      {texts.map((text) => (
        <Text key={text} size="sm" mb="md">
          {text}
        </Text>
      ))}
      {hasPassword && (
        <OwnPasswordField
          username={username}
          password={password}
          fault={fault}
          onChange={(typed) => {
            setPassword(typed);
            setFault(undefined);
          }}
        />
      )}
    </ConfirmDialog>
  );
}

const isToldAtField = (failure: unknown) => passwordFault(failure) !== undefined;
