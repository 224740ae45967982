import { MantineProvider } from '@mantine/core';
import { SignInPage } from '../features/session/components/sign-in-page.tsx';
import { theme } from '../ui/theme.ts';
import { loadSecondFactorStep } from './second-factor-step.ts';
import { SignOnChoices } from './sign-on-choices.ts';
import { loadPageWords, loadSignInWords } from './words.ts';

/** The sign-in page alone, without router, queries and shell: it is the first thing that anybody loads. */
export function SignInRoot({ onDone }: { onDone(): void }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <SignInPage
        loadWords={loadSignInWords}
        loadForgottenForm={loadForgottenForm}
        loadSecondFactorStep={loadSecondFactorStep}
        SignOnChoices={SignOnChoices}
        onDone={onDone}
      />
    </MantineProvider>
  );
}

async function loadForgottenForm() {
  const [{ ForgottenForm }] = await Promise.all([
    import('../features/session/components/forgotten-form.tsx'),
    loadPageWords('passwordLinks'),
  ]);
  return ForgottenForm;
}
