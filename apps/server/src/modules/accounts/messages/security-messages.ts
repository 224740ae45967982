import type { Language } from '@armarium/contract/preferences';

/**
 * What happened to the ways in to an account. The organisation where it happened reads in its list of messages only that
 * one was sent: it may not be the home of the account.
 */
export type SecurityEvent =
  | {
      readonly what:
        'second-factor-on' | 'second-factor-off' | 'second-factor-reset' | 'codes-replaced' | 'codes-guessed';
    }
  /** The name and the host of the passkey. */
  | {
      readonly what: 'passkey-added' | 'passkey-removed';
      readonly name: string;
      readonly host: string;
    }
  | { readonly what: 'recovery-code-used'; readonly left: number }
  | { readonly what: 'token-added'; readonly name: string }
  /** The label of the provider. */
  | { readonly what: 'sign-on-linked' | 'sign-on-unlinked'; readonly label: string };

interface SecurityWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** What a person is told of it, without the link. @param organisation is the name that people read */
export const securityWords = (
  language: Language,
  of: SecurityEvent,
  organisation: string,
  username: string,
): SecurityWords => (language === 'en' ? englishOf : italianOf)(of, organisation, username);

function englishOf(of: SecurityEvent, organisation: string, username: string): SecurityWords {
  switch (of.what) {
    case 'second-factor-on':
      return {
        subject: `Your account at ${organisation} has a second factor`,
        paragraphs: [
          `An authenticator app was set up for your account ${username}. From now on each sign-in by password asks for one of its codes.`,
          'If it was not you, tell your administrator at once.',
        ],
      };
    case 'second-factor-off':
      return {
        subject: `The authenticator app of your account at ${organisation} was removed`,
        paragraphs: [
          `The authenticator app of your account ${username} was removed. Its codes and the recovery codes no longer work.`,
          'You can set up another in your profile. If you did not expect this, tell your administrator at once.',
        ],
      };
    case 'second-factor-reset':
      return {
        subject: `The second factor of your account at ${organisation} was reset`,
        paragraphs: [
          `The second factor of your account ${username} (authenticator app or passkeys) was removed. You were signed out everywhere. Sign in with your password.`,
          'You can set up a new one in your profile. If you did not ask for it, tell your administrator at once.',
        ],
      };
    case 'passkey-added':
      return {
        subject: `A passkey was added to your account at ${organisation}`,
        paragraphs: [
          `The passkey “${of.name}” was added to your account ${username}. It opens the account at ${of.host}, without password and code.`,
          'If it was not you, remove it in your profile and change your password at once, and tell your administrator.',
        ],
      };
    case 'passkey-removed':
      return {
        subject: `A passkey of your account at ${organisation} was removed`,
        paragraphs: [
          `The passkey “${of.name}” of your account ${username} was removed. It no longer opens the account at ${of.host}.`,
          'You can remove it from your device too. If it was not you, change your password at once, and tell your administrator.',
        ],
      };
    case 'token-added':
      return {
        subject: `A token was made for your account at ${organisation}`,
        paragraphs: [
          `The token “${of.name}” was made for your account ${username}. With it, a program can act for you at ${organisation}, until it expires.`,
          'If it was not you, remove it in your profile and change your password at once, and tell your administrator.',
        ],
      };
    case 'codes-replaced':
      return {
        subject: `New recovery codes for your account at ${organisation}`,
        paragraphs: [
          `The recovery codes of your account ${username} were replaced. The old ones no longer work.`,
          'If it was not you, change your password at once, and tell your administrator.',
        ],
      };
    case 'codes-guessed':
      return {
        subject: `Too many wrong codes for your account at ${organisation}`,
        paragraphs: [
          `Somebody entered the password of your account ${username}, and then too many wrong codes. They did not get in.`,
          'If it was not you, somebody knows your password: change it at once.',
        ],
      };
    case 'sign-on-linked':
      return {
        subject: `You can sign in at ${organisation} with ${of.label}`,
        paragraphs: [
          `Your account ${username} was linked to your account at ${of.label}, which opens it at ${organisation} from now on.`,
          'If it was not you, remove the link in your profile, and tell your administrator.',
        ],
      };
    case 'sign-on-unlinked':
      return {
        subject: `${of.label} no longer opens your account at ${organisation}`,
        paragraphs: [
          `The link of your account ${username} to ${of.label} was removed. Sign in with your password.`,
          'If it was not you, change your password at once, and tell your administrator.',
        ],
      };
    case 'recovery-code-used':
      return {
        subject: `A recovery code was used to sign in at ${organisation}`,
        paragraphs: [
          `Somebody signed in with your account ${username} and one of its recovery codes. Codes left: ${of.left}.`,
          'You can get new ones in your profile. If it was not you, change your password at once, and tell your administrator.',
        ],
      };
  }
}

function italianOf(of: SecurityEvent, organisation: string, username: string): SecurityWords {
  switch (of.what) {
    case 'second-factor-on':
      return {
        subject: `Il tuo account presso ${organisation} ha un secondo fattore`,
        paragraphs: [
          `Per il tuo account ${username} è stata configurata un’app di autenticazione. Da adesso ogni accesso con la password chiede un suo codice.`,
          'Se non l’hai configurata tu, avvisa subito il tuo amministratore.',
        ],
      };
    case 'second-factor-off':
      return {
        subject: `L’app di autenticazione del tuo account presso ${organisation} è stata rimossa`,
        paragraphs: [
          `L’app di autenticazione del tuo account ${username} è stata rimossa. I suoi codici e i codici di recupero non funzionano più.`,
          'Puoi configurarne un’altra nel tuo profilo. Se non te lo aspettavi, avvisa subito il tuo amministratore.',
        ],
      };
    case 'second-factor-reset':
      return {
        subject: `Il secondo fattore del tuo account presso ${organisation} è stato azzerato`,
        paragraphs: [
          `Il secondo fattore del tuo account ${username}, app di autenticazione o passkey, è stato rimosso, e tutte le tue sessioni sono terminate. Accedi con la tua password.`,
          'Puoi configurarne uno nuovo nel tuo profilo. Se non l’hai chiesto tu, avvisa subito il tuo amministratore.',
        ],
      };
    case 'passkey-added':
      return {
        subject: `Una passkey è stata aggiunta al tuo account presso ${organisation}`,
        paragraphs: [
          `La passkey «${of.name}» è stata aggiunta al tuo account ${username}. Apre l’account su ${of.host}, senza password e senza codice.`,
          'Se non l’hai aggiunta tu, rimuovila nel tuo profilo, cambia subito la password e avvisa il tuo amministratore.',
        ],
      };
    case 'passkey-removed':
      return {
        subject: `Una passkey del tuo account presso ${organisation} è stata rimossa`,
        paragraphs: [
          `La passkey «${of.name}» del tuo account ${username} è stata rimossa. Non apre più l’account su ${of.host}.`,
          'Puoi rimuoverla anche dal tuo dispositivo. Se non l’hai rimossa tu, cambia subito la password e avvisa il tuo amministratore.',
        ],
      };
    case 'token-added':
      return {
        subject: `Un token è stato creato per il tuo account presso ${organisation}`,
        paragraphs: [
          `Il token «${of.name}» è stato creato per il tuo account ${username}. Con esso un programma può agire per te presso ${organisation}, fino alla sua scadenza.`,
          'Se non l’hai creato tu, rimuovilo nel tuo profilo, cambia subito la password e avvisa il tuo amministratore.',
        ],
      };
    case 'codes-replaced':
      return {
        subject: `Nuovi codici di recupero per il tuo account presso ${organisation}`,
        paragraphs: [
          `I codici di recupero del tuo account ${username} sono stati sostituiti. Quelli di prima non funzionano più.`,
          'Se non li hai sostituiti tu, cambia subito la password e avvisa il tuo amministratore.',
        ],
      };
    case 'codes-guessed':
      return {
        subject: `Troppi codici sbagliati per il tuo account presso ${organisation}`,
        paragraphs: [
          `Qualcuno ha inserito la password del tuo account ${username} e poi troppi codici sbagliati. Non ha ottenuto l’accesso.`,
          'Se quei tentativi non sono tuoi, qualcuno conosce la tua password: cambiala subito.',
        ],
      };
    case 'sign-on-linked':
      return {
        subject: `Puoi accedere a ${organisation} con ${of.label}`,
        paragraphs: [
          `Il tuo account ${username} è stato collegato al tuo account presso ${of.label}, che da adesso lo apre in ${organisation}.`,
          'Se non l’hai collegato tu, rimuovi il collegamento nel tuo profilo e avvisa il tuo amministratore.',
        ],
      };
    case 'sign-on-unlinked':
      return {
        subject: `${of.label} non apre più il tuo account presso ${organisation}`,
        paragraphs: [
          `Il collegamento del tuo account ${username} con ${of.label} è stato rimosso. Accedi con la tua password.`,
          'Se non l’hai rimosso tu, cambia subito la password e avvisa il tuo amministratore.',
        ],
      };
    case 'recovery-code-used':
      return {
        subject: `Un codice di recupero è stato usato per accedere a ${organisation}`,
        paragraphs: [
          `Qualcuno ha effettuato l’accesso con il tuo account ${username} e uno dei suoi codici di recupero. Codici rimasti: ${of.left}.`,
          'Puoi ottenerne di nuovi nel tuo profilo. Se l’accesso non è tuo, cambia subito la password e avvisa il tuo amministratore.',
        ],
      };
  }
}
