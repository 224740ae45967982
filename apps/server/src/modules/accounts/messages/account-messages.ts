import type { Language } from '@armarium/contract/preferences';
import { oneLine, type MailContent } from '../../deliveries/public.ts';
import { securityWords, type SecurityEvent } from './security-messages.ts';

/** What a person is told about their account. */
export type AccountMessage =
  | { readonly purpose: 'invitation' | 'forgotten-password'; readonly token: string }
  | { readonly purpose: 'password-changed' }
  | { readonly purpose: 'account-security'; readonly of: SecurityEvent }
  | { readonly purpose: 'membership'; readonly hasPassword: boolean }
  | { readonly purpose: 'email-changed'; readonly email: string }
  | {
      readonly purpose: 'new-place';
      readonly at: Date;
      readonly browser: string | null;
      readonly system: string | null;
      readonly address: string;
    };

/** Whom a message is for, and who sends it. */
export interface MessageContext {
  readonly username: string;
  readonly language: Language;
  /** The name that people read. */
  readonly organisation: string;
  /** Scheme, host and port of its pages. */
  readonly linkOrigin: string;
}

/** The words of a message, before its links get their addresses. */
interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: string;
}

/** The pages of the client to which messages lead. The token of a link stands behind `#`, so that no server logs it. */
const pages = {
  invitation: ({ token }) => `/ui/invitation#${token}`,
  'forgotten-password': ({ token }) => `/ui/new-password#${token}`,
  'password-changed': () => '/ui/management/self',
  'email-changed': () => '/ui/management/self',
  membership: () => '/ui/catalog',
  'new-place': () => '/ui/management/self',
  'account-security': () => '/ui/management/self',
} satisfies { [P in AccountMessage['purpose']]: (message: AccountMessage & { purpose: P }) => string };

type WordsOf = {
  readonly [P in AccountMessage['purpose']]: (
    context: MessageContext,
    message: AccountMessage & { purpose: P },
  ) => Words;
};

const english: WordsOf = {
  invitation: ({ organisation, username }) => ({
    subject: `Your account at ${organisation}`,
    paragraphs: [
      `${organisation} has created an account for you. Your username is ${username}.`,
      'Follow the link to set your password. It works once, within 7 days.',
    ],
    link: 'Set your password',
  }),
  'forgotten-password': ({ organisation, username }) => ({
    subject: `A new password for ${organisation}`,
    paragraphs: [
      `Somebody asked for a new password for your account ${username}.`,
      'Follow the link to set it. It works once, for one hour after it was asked for.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    link: 'Set a new password',
  }),
  'password-changed': ({ organisation, username }) => ({
    subject: `Your password at ${organisation} was changed`,
    paragraphs: [
      `The password of your account ${username} was changed.`,
      'Programs that use one of your tokens continue to work. You can remove tokens in your profile, in each organisation.',
      'If it was not you, tell your administrator at once.',
    ],
    link: 'Your profile',
  }),
  'email-changed': ({ organisation, username }, { email }) => ({
    subject: `Your e-mail address at ${organisation} was changed`,
    paragraphs: [
      `The e-mail address of your account ${username} is now ${email}. Messages go there from now on.`,
      'If you did not expect this, tell your administrator at once.',
    ],
    link: 'Your profile',
  }),
  membership: ({ organisation, username }, { hasPassword }) => ({
    subject: `You now have access to ${organisation}`,
    paragraphs: [
      `${organisation} has given roles to your account ${username}.`,
      hasPassword
        ? 'Sign in there with your username and password.'
        : 'First set your password with the link in the invitation that you received. Then sign in there with it.',
    ],
    link: 'Open the catalogue',
  }),
  'new-place': ({ organisation, username, language }, place) => ({
    subject: `New sign-in at ${organisation}`,
    paragraphs: [
      `Somebody signed in with your account ${username} from a browser that is not known for it.`,
      `${momentOf(place.at, language)}: ${placeOf(place)}.`,
      'If it was you, you need not do anything. If not, change your password at once: that ends all other sessions.',
    ],
    link: 'Your profile',
  }),
  'account-security': ({ organisation, username }, { of }) => ({
    ...securityWords('en', of, organisation, username),
    link: 'Your profile',
  }),
};

const italian: WordsOf = {
  invitation: ({ organisation, username }) => ({
    subject: `Il tuo account presso ${organisation}`,
    paragraphs: [
      `${organisation} ha creato un account per te. Il tuo nome utente è ${username}.`,
      'Segui il link per impostare la password. Funziona una sola volta, entro 7 giorni.',
    ],
    link: 'Imposta la password',
  }),
  'forgotten-password': ({ organisation, username }) => ({
    subject: `Una nuova password per ${organisation}`,
    paragraphs: [
      `Qualcuno ha chiesto una nuova password per il tuo account ${username}.`,
      'Segui il link per impostarla. Funziona una sola volta, entro un’ora dalla richiesta.',
      'Se la richiesta non è tua, non fare nulla: la password resta com’è.',
    ],
    link: 'Imposta una nuova password',
  }),
  'password-changed': ({ organisation, username }) => ({
    subject: `La tua password presso ${organisation} è stata cambiata`,
    paragraphs: [
      `La password del tuo account ${username} è stata cambiata.`,
      'I programmi che hanno un tuo token continuano a funzionare. Puoi rimuovere i token nel tuo profilo, in ogni organizzazione.',
      'Se non l’hai cambiata tu, avvisa subito il tuo amministratore.',
    ],
    link: 'Il tuo profilo',
  }),
  'email-changed': ({ organisation, username }, { email }) => ({
    subject: `Il tuo indirizzo e-mail presso ${organisation} è stato cambiato`,
    paragraphs: [
      `L’indirizzo e-mail del tuo account ${username} ora è ${email}. Da adesso i messaggi arrivano lì.`,
      'Se non te lo aspettavi, avvisa subito il tuo amministratore.',
    ],
    link: 'Il tuo profilo',
  }),
  membership: ({ organisation, username }, { hasPassword }) => ({
    subject: `Ora hai accesso a ${organisation}`,
    paragraphs: [
      `${organisation} ha assegnato dei ruoli al tuo account ${username}.`,
      hasPassword
        ? 'Accedi lì con il nome utente e la password che hai.'
        : 'Prima imposta la password con il link dell’invito che hai ricevuto. Poi accedi lì con quella.',
    ],
    link: 'Apri il catalogo',
  }),
  'new-place': ({ organisation, username, language }, place) => ({
    subject: `Nuovo accesso presso ${organisation}`,
    paragraphs: [
      `Qualcuno ha usato il tuo account ${username} per accedere da un browser non ancora noto.`,
      `${momentOf(place.at, language)}: ${placeOf(place)}.`,
      'Se l’accesso è tuo, non devi fare nulla. Altrimenti cambia subito la password: così terminano tutte le altre sessioni.',
    ],
    link: 'Il tuo profilo',
  }),
  'account-security': ({ organisation, username }, { of }) => ({
    ...securityWords('it', of, organisation, username),
    link: 'Il tuo profilo',
  }),
};

const words: Readonly<Record<Language, WordsOf>> = { en: english, it: italian };

/** The message as it is sent. */
export function accountMessage(message: AccountMessage, context: MessageContext): MailContent {
  const { language, linkOrigin } = context;
  // A purpose and its message belong together, which the compiler cannot follow through a look-up.
  const write = words[language][message.purpose] as (of: MessageContext, told: AccountMessage) => Words;
  const page = pages[message.purpose] as (told: AccountMessage) => string;
  const { subject, paragraphs, link } = write(context, message);
  return {
    language,
    subject: oneLine(subject),
    paragraphs,
    links: [{ label: link, href: `${linkOrigin}${page(message)}` }],
  };
}

/** In UTC: the program does not know where the person is. */
const momentOf = (at: Date, language: Language) =>
  `${new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

const placeOf = ({ browser, system, address }: AccountMessage & { purpose: 'new-place' }) =>
  [browser, system, address].filter((part) => part !== null).join(', ');
