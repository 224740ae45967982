import { MantineProvider } from '@mantine/core';
import { SignInPage } from '../features/session/components/sign-in-page.tsx';
import sessionEn from '../features/session/en.json' with { type: 'json' };
import sessionIt from '../features/session/it.json' with { type: 'json' };
import { addWords } from '../lib/i18n.ts';
import problemEn from '../lib/problem/en.json' with { type: 'json' };
import problemIt from '../lib/problem/it.json' with { type: 'json' };
import { theme } from '../ui/theme.ts';

addWords('en', { ...sessionEn, ...problemEn });
addWords('it', { ...sessionIt, ...problemIt });

/** The sign-in page alone, without router, queries and shell: it is the first thing that anybody loads. */
export function SignInRoot({ onDone }: { onDone(): void }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <SignInPage onDone={onDone} />
    </MantineProvider>
  );
}
