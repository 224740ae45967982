/** Why a viewer's page shows nothing. */
export type Refusal = 'not-for-visitors' | 'not-found' | 'nothing-to-show' | 'not-ours' | 'link-ended';

interface Words {
  readonly title: string;
  readonly text: string;
  /** What the link says that leads on. */
  readonly onward: string;
}

/** The page that says so stands before the client and its words are loaded, and in frames of other sites. */
export const refusals: Readonly<
  Record<Refusal, { readonly status: number; readonly en: Words; readonly it: Words }>
> = {
  'not-for-visitors': {
    status: 404,
    en: {
      title: 'Nothing here for visitors',
      text: 'If you are a member of the organisation, sign in. You then see here what you may see.',
      onward: 'Members: sign in',
    },
    it: {
      title: 'Qui non c’è nulla per i visitatori',
      text: 'Se fai parte dell’organizzazione, accedi: ciò che puoi vedere si aprirà qui.',
      onward: 'Membri: accedi',
    },
  },
  'not-found': {
    status: 404,
    en: {
      title: 'There is nothing at this address',
      text: 'It was deleted or moved, or the address is incomplete. Ask the person who gave it to you for a new one.',
      onward: 'To the catalogue',
    },
    it: {
      title: 'A questo indirizzo non c’è nulla',
      text: 'È stato eliminato o spostato, oppure l’indirizzo è incompleto. Chiedine uno nuovo a chi te lo ha dato.',
      onward: 'Al catalogo',
    },
  },
  'link-ended': {
    status: 404,
    en: {
      title: 'This link is no longer valid',
      text: 'It was revoked, has expired or is incomplete. Ask the person who gave it to you for a new one.',
      onward: 'To the catalogue',
    },
    it: {
      title: 'Questo link non è più valido',
      text: 'È stato revocato, è scaduto oppure è incompleto. Chiedine uno nuovo a chi te lo ha dato.',
      onward: 'Al catalogo',
    },
  },
  'nothing-to-show': {
    status: 404,
    en: {
      title: 'There is nothing to show',
      text: 'The item has no file of this kind, or none that is ready: some may still be in preparation, others could not be prepared.',
      onward: 'To the catalogue',
    },
    it: {
      title: 'Non c’è nulla da mostrare',
      text: 'L’oggetto non ha file di questo tipo, o nessuno è pronto: alcuni possono essere ancora in preparazione, di altri la preparazione non è riuscita.',
      onward: 'Al catalogo',
    },
  },
  'not-ours': {
    status: 400,
    en: {
      title: 'This manifest is of another catalogue',
      text: 'This viewer opens manifests of this catalogue only. Open the other one in the viewer of its own site.',
      onward: 'To the catalogue',
    },
    it: {
      title: 'Questo manifest è di un altro catalogo',
      text: 'Questo visualizzatore apre solo i manifest di questo catalogo. Apri l’altro con il visualizzatore del suo sito.',
      onward: 'Al catalogo',
    },
  },
};
