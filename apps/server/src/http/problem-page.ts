import type { FastifyRequest } from 'fastify';
import type { Problem } from '@armarium/contract/problem';
import type { PageLanguage } from './asked-language.ts';
import { escaped } from './escaped-html.ts';

interface Words {
  readonly title: string;
  readonly text: string;
}

type Reason = 'malformed' | 'unknown-host' | 'not-found' | 'unavailable' | 'refused' | 'internal';

/** The page is written without the client, which may be what can't be served. */
const words: Readonly<Record<PageLanguage, Readonly<Record<Reason, Words>>>> = {
  en: {
    malformed: {
      title: 'This address can’t be read',
      text: 'It is not complete, or has characters that no address has. Check it, or begin at the catalogue.',
    },
    'unknown-host': {
      title: 'No organisation answers at this address',
      text: 'Check the name of the site in the address, or ask your administrator for the right one.',
    },
    'not-found': {
      title: 'There is nothing at this address',
      text: 'It was deleted or moved, or the address is incomplete.',
    },
    unavailable: {
      title: 'The catalogue does not answer right now',
      text: 'Try again in a minute. If that does not help, tell your administrator.',
    },
    refused: {
      title: 'This page can’t be opened',
      text: 'Begin at the catalogue. If that does not help, send your administrator the request id.',
    },
    internal: {
      title: 'Something went wrong',
      text: 'Try again. If it happens again, send your administrator the request id.',
    },
  },
  it: {
    malformed: {
      title: 'Questo indirizzo non si può leggere',
      text: 'È incompleto, o contiene caratteri che nessun indirizzo ha. Controllalo, oppure parti dal catalogo.',
    },
    'unknown-host': {
      title: 'A questo indirizzo non risponde nessuna organizzazione',
      text: 'Controlla il nome del sito nell’indirizzo, o chiedi quello giusto all’amministratore.',
    },
    'not-found': {
      title: 'A questo indirizzo non c’è nulla',
      text: 'È stato eliminato o spostato, oppure l’indirizzo è incompleto.',
    },
    unavailable: {
      title: 'In questo momento il catalogo non risponde',
      text: 'Riprova tra un minuto. Se non basta, avvisa l’amministratore.',
    },
    refused: {
      title: 'Questa pagina non si può aprire',
      text: 'Parti dal catalogo. Se non basta, invia all’amministratore l’identificativo della richiesta.',
    },
    internal: {
      title: 'Qualcosa è andato storto',
      text: 'Riprova. Se succede ancora, invia all’amministratore l’identificativo della richiesta.',
    },
  },
};

const links = { en: 'To the catalogue', it: 'Al catalogo' } as const;
const requestIds = { en: 'Request id', it: 'Identificativo della richiesta' } as const;

function reasonOf({ code, status }: Pick<Problem, 'code' | 'status'>): Reason {
  if (code === 'unknown-host' || code === 'not-found' || code === 'malformed') return code;
  if (status === 503) return 'unavailable';
  return status < 500 ? 'refused' : 'internal';
}

/**
 * Whether a person opens this address in a browser: the client and the viewers, but none of their files. A script that
 * accepts JSON only gets a problem as everywhere else.
 */
export function isPageForPeople({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (!/^\/(?:$|\?|ui(?![^/?])|images\/)/.test(url) || url.startsWith('/ui/assets/')) return false;
  const { accept } = headers;
  return accept === undefined || /text\/html|\*\/\*/.test(accept);
}

/** The line with the request id, under which the log has what happened. */
export function requestIdLine(language: PageLanguage, requestId: string): string {
  return `<p><small>${requestIds[language]}: <code>${escaped(requestId)}</code></small></p>`;
}

/** A failure as a page that needs no other file. Pure. */
export function problemPage(
  language: PageLanguage,
  problem: Pick<Problem, 'code' | 'status' | 'requestId'>,
): string {
  const reason = reasonOf(problem);
  const { title, text } = words[language][reason];
  const onward = reason === 'unknown-host' ? '' : `<p><a href="/ui/">${links[language]}</a></p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${onward}${requestIdLine(language, problem.requestId)}
</main>
</body>
</html>
`;
}
