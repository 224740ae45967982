import type { ColourScheme, Preferences } from '@armarium/contract/preferences';
import { useMantineColorScheme } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepPreferences, preferencesKey } from '../features/session/api/preferences.ts';
import { selfQuery } from '../features/session/api/self.ts';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage, type Language } from '../lib/i18n.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { loadWords } from './words.ts';

async function showLanguage(language: Language): Promise<void> {
  await loadWords(language);
  chooseLanguage(language);
}

/** What a person chooses: the language and the colours of the client, and mail. It holds at once, and is kept with the account. */
export function useChoices() {
  // Of which the language is a part: it is drawn anew where that changes.
  const { t } = useTranslation('app');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const kept = useQuery(selfQuery).data?.preferences;
  const {
    mutate: keep,
    variables,
    isPending,
  } = useMutation({
    mutationKey: preferencesKey,
    mutationFn: keepPreferences,
    // In the order in which they were chosen.
    scope: { id: 'preferences' },
    meta: { failed: () => t('choiceNotKept') },
  });
  return {
    language: currentLanguage(),
    colourScheme: colorScheme,
    /** Whether mail comes when a long import has ended. */
    importMail: (isPending ? variables.importMail : undefined) ?? kept?.importMail ?? false,
    chooseImportMail: (importMail: boolean) => keep({ importMail }),
    chooseLanguage: (language: Language) => {
      showLanguage(language).then(
        () => keep({ language }),
        (error: Error) => notifyProblem(error, 'do'),
      );
    },
    chooseColourScheme: (scheme: ColourScheme) => {
      setColorScheme(scheme);
      keep({ colorScheme: scheme });
    },
  };
}

/**
 * Applies what the account has chosen, perhaps on another machine: once it is known, and where it changes. What it has
 * not chosen stays as this browser has it.
 */
export function useKeptChoices({ language, colorScheme }: Preferences = {}): void {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (language === undefined || language === currentLanguage()) return;
    showLanguage(language).catch((error: Error) => notifyProblem(error, 'do'));
  }, [language]);
  useEffect(() => {
    if (colorScheme !== undefined) setColorScheme(colorScheme);
  }, [colorScheme, setColorScheme]);
}

/**
 * Shows the language of the organisation to whoever has chosen none.
 * @param ofOrganisation null where each browser has its own; undefined while it is not known
 * @param ofAccount undefined where the account has chosen none
 */
export function useOrganisationLanguage(
  ofOrganisation: Language | null | undefined,
  ofAccount: Language | undefined,
): void {
  useEffect(() => {
    if (!ofOrganisation || ofAccount !== undefined || ofOrganisation === currentLanguage()) return;
    showLanguage(ofOrganisation).catch((error: Error) => notifyProblem(error, 'do'));
  }, [ofOrganisation, ofAccount]);
}
