import { Text } from '@mantine/core';
import { useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { OwnPasswordField, type PasswordFault } from './own-password-field.tsx';

interface PasswordDialogProps {
  /** Whose password is asked for. */
  username: string;
  title: string;
  /** What follows from it, a paragraph each. */
  texts: readonly string[];
  confirmWord: string;
  failedWord: string;
  dangerous?: boolean;
  /** @throws ApiProblem `invalid` with the field `password`, and others, which the dialog shows */
  work(password: string): Promise<void>;
  onClose(): void;
}

/** Asks for the own password before something is done to the second factor. */
export function PasswordDialog({ username, texts, work, ...dialog }: PasswordDialogProps) {
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<PasswordFault>();
  return (
    <ConfirmDialog
      opened
      {...dialog}
      keepsOpen={() => password === ''}
      work={async () => {
        if (password === '') setFault({ word: 'passwordMissing' });
        else await work(password);
      }}
      isTold={isWrongPassword}
      onFailure={(failure) => {
        if (isWrongPassword(failure)) setFault({ word: 'passwordWrong' });
      }}
    >
      {texts.map((text) => (
        <Text key={text} size="sm" mb="md">
          {text}
        </Text>
      ))}
      <OwnPasswordField
        username={username}
        password={password}
        fault={fault}
        onChange={(typed) => {
          setPassword(typed);
          setFault(undefined);
        }}
      />
    </ConfirmDialog>
  );
}

const isWrongPassword = (failure: unknown) => isProblem(failure, 'invalid');
