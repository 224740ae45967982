import { Alert } from '@mantine/core';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutAnswer } from '../../../lib/api-problem.ts';
import type { ProblemText } from '../../../lib/problem/problem-text.ts';
import type { SecondFactorLack } from '../api/is-logged.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import type { SecondFactorStepProps } from './second-factor-step.tsx';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';

type SecondFactorStep = ComponentType<SecondFactorStepProps>;
export type LoadSecondFactorStep = () => Promise<SecondFactorStep>;

interface SignInStepsProps extends Omit<SignInFormProps, 'onPending'> {
  /** What a sign-in waits for that was begun before. */
  pending?: SecondFactorLack | undefined;
  /** Fetches what completes a pending sign-in, with its words. It stays the same function. */
  loadSecondFactorStep: LoadSecondFactorStep;
  /** Whether one can sign in with a passkey; undefined as long as that is not known. */
  passkeys: boolean | undefined;
  /** Why one has to sign in here. */
  notice?: ProblemText | undefined;
  /** A pending sign-in was given up, for somebody else to sign in. */
  onGivenUp(): void;
  /** Stands below the form. */
  children: ReactNode;
}

/** The form to sign in, and in its place what completes a sign-in that waits for a second factor. */
export function SignInSteps(props: SignInStepsProps) {
  const { pending, loadSecondFactorStep, passkeys, notice, onGivenUp, children, ...form } = props;
  const { t } = useTranslation('secondFactor');
  const [step, setStep] = useState<{ Step: SecondFactorStep; lacks: SecondFactorLack }>();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (pending)
      loadSecondFactorStep().then(
        (Step) => setStep({ Step, lacks: pending }),
        // What does not come now comes after the password.
        () => undefined,
      );
  }, [pending, loadSecondFactorStep]);
  const begin = async (lacks: SecondFactorLack) => {
    const Step = await loadSecondFactorStep().catch(() => {
      throw withoutAnswer();
    });
    setStep({ Step, lacks });
    setOver(false);
  };
  if (step)
    return (
      <step.Step
        lacks={step.lacks}
        passkeys={passkeys}
        username={form.username}
        onSignedIn={form.onSignedIn}
        onOver={() => {
          setStep(undefined);
          setOver(true);
        }}
        onGivenUp={() => {
          setStep(undefined);
          onGivenUp();
        }}
      />
    );
  const told = isOver ? { title: t('over.title'), next: t('over.text') } : notice;
  return (
    <>
      {told && (
        <Alert color="accent" role="alert" title={told.title} mb="md">
          {told.next}
        </Alert>
      )}
      <SignInForm {...form} onPending={begin} />
      <PasskeySignIn offered={passkeys} username={form.username} onSignedIn={form.onSignedIn} />
      {children}
    </>
  );
}
