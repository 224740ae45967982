import type { RowProblem } from '@armarium/contract/batch-records';

/** The language of causes in the report of a dry run and in the details of batches. */
export type CauseLanguage = 'en' | 'it';

interface CauseText {
  readonly what: string;
  readonly next: string;
}

/**
 * By code: what is wrong with a cell or a row of a spreadsheet, and what to do. The client has the same
 * texts.
 */
export const rowCauses = {
  required: {
    en: { what: 'It is required, and the cell is empty.', next: 'Fill it in.' },
    it: { what: 'È obbligatorio e la cella è vuota.', next: 'Compilala.' },
  },
  'unknown-uuid': {
    en: {
      what: 'No record has this uuid (any more).',
      next: 'Empty the cell to look the record up by its pressmark, or to make a new one.',
    },
    it: {
      what: 'Nessuna scheda ha (più) questo uuid.',
      next: 'Svuota la cella per cercare la scheda per segnatura, o per crearne una nuova.',
    },
  },
  'no-uuid': {
    en: { what: 'This is no uuid.', next: 'Put back the one that was exported, or empty the cell.' },
    it: { what: 'Non è un uuid.', next: 'Rimetti quello esportato, o svuota la cella.' },
  },
  'no-version': {
    en: {
      what: 'This is no version of a record.',
      next: 'Put back the number that was exported, or empty the cell.',
    },
    it: { what: 'Non è la versione di una scheda.', next: 'Rimetti il numero esportato, o svuota la cella.' },
  },
  'twice-in-file': {
    en: {
      what: 'Row {{row}} of this file is about the same record.',
      next: 'Take one of the two out, or give this one another pressmark.',
    },
    it: {
      what: 'La riga {{row}} di questo file riguarda la stessa scheda.',
      next: 'Togli una delle due, o dai a questa un’altra segnatura.',
    },
  },
  'pressmark-changed': {
    en: {
      what: 'The record has the pressmark “{{now}}”.',
      next: 'Put it back here. A pressmark is corrected in the record itself, with a reason.',
    },
    it: {
      what: 'La scheda ha la segnatura «{{now}}».',
      next: 'Rimettila qui. Una segnatura si corregge nella scheda stessa, con un motivo.',
    },
  },
  'pressmark-taken': {
    en: {
      what: 'Another record took this pressmark meanwhile.',
      next: 'Give this one another, or run the dry run again to change that record.',
    },
    it: {
      what: 'Un’altra scheda ha preso nel frattempo questa segnatura.',
      next: 'Dagliene un’altra, o ripeti la prova per modificare quella scheda.',
    },
  },
  'zeros-lost': {
    en: {
      what: 'There is a record “{{now}}”: a spreadsheet takes leading zeros away.',
      next: 'Write the pressmark with its zeros, in a column formatted as text; or choose to make a new record.',
    },
    it: {
      what: 'Esiste una scheda «{{now}}»: i fogli di calcolo tolgono gli zeri iniziali.',
      next: 'Scrivi la segnatura con gli zeri, in una colonna di tipo testo; oppure scegli di creare una nuova scheda.',
    },
  },
  'zeros-kept': {
    en: {
      what: 'The zeros before the pressmark got lost; the record keeps “{{now}}”.',
      next: 'Nothing has to be done.',
    },
    it: {
      what: 'Gli zeri davanti alla segnatura sono andati persi; la scheda conserva «{{now}}».',
      next: 'Non occorre fare nulla.',
    },
  },
  'edited-since': {
    en: {
      what: 'Somebody changed the record after it was exported.',
      next: 'Export it anew, or choose to write over these changes.',
    },
    it: {
      what: 'Qualcuno ha modificato la scheda dopo l’esportazione.',
      next: 'Esportala di nuovo, o scegli di sovrascrivere queste modifiche.',
    },
  },
  'unknown-collection': {
    en: {
      what: 'There is no collection at this path.',
      next: 'Write it as it is called, or make the collection first.',
    },
    it: {
      what: 'Non c’è alcuna raccolta in questo percorso.',
      next: 'Scrivilo com’è chiamata, o crea prima la raccolta.',
    },
  },
  'ambiguous-collection': {
    en: {
      what: 'Several collections stand at this path.',
      next: 'Give one of them another title, or place the record by hand.',
    },
    it: {
      what: 'In questo percorso ci sono più raccolte.',
      next: 'Dai a una un altro titolo, o colloca la scheda a mano.',
    },
  },
  'bad-path': {
    en: {
      what: 'This is no path of collections.',
      next: 'Write the titles from the top down, with “ / ” between them.',
    },
    it: {
      what: 'Non è un percorso di raccolte.',
      next: 'Scrivi i titoli dall’alto in basso, separati da « / ».',
    },
  },
  'whole-number': {
    en: { what: 'A whole number is expected.', next: 'Correct the cell.' },
    it: { what: 'È atteso un numero intero.', next: 'Correggi la cella.' },
  },
  number: {
    en: {
      what: 'A number is expected.',
      next: 'Correct the cell; see that the decimal sign is the chosen one.',
    },
    it: {
      what: 'È atteso un numero.',
      next: 'Correggi la cella; controlla che il separatore decimale sia quello scelto.',
    },
  },
  boolean: {
    en: { what: 'Yes or no is expected.', next: 'Write true or false.' },
    it: { what: 'È atteso un sì o un no.', next: 'Scrivi vero o falso.' },
  },
  email: {
    en: { what: 'An e-mail address is expected.', next: 'Correct the cell.' },
    it: { what: 'È atteso un indirizzo e-mail.', next: 'Correggi la cella.' },
  },
  'not-in-dictionary': {
    en: { what: 'It is not in the list of this field.', next: 'It must be one of: {{values}}.' },
    it: { what: 'Non è nell’elenco di questo campo.', next: 'Deve essere uno di: {{values}}.' },
  },
  'no-such-day': {
    en: { what: 'There is no such day.', next: 'Correct it, or choose the other order of day and month.' },
    it: { what: 'Questo giorno non esiste.', next: 'Correggilo, o scegli l’altro ordine di giorno e mese.' },
  },
  'date-serial': {
    en: {
      what: 'It is the number by which spreadsheets count days.',
      next: 'Format the column as a date or as text, and save the file again.',
    },
    it: {
      what: 'È il numero con cui i fogli di calcolo contano i giorni.',
      next: 'Formatta la colonna come data o come testo e salva di nuovo il file.',
    },
  },
  'too-long': {
    en: { what: 'At most {{most}} characters fit.', next: 'Shorten it.' },
    it: { what: 'Ci stanno al massimo {{most}} caratteri.', next: 'Accorcialo.' },
  },
  'other-width': {
    en: {
      what: 'The row has {{cells}} cells where the header has {{columns}}.',
      next: 'Put quotation marks around a value that holds the separator, or complete the row.',
    },
    it: {
      what: 'La riga ha {{cells}} celle, l’intestazione {{columns}}.',
      next: 'Metti tra virgolette il valore che contiene il separatore, oppure completa la riga.',
    },
  },
  'cut-off': {
    en: {
      what: 'The cell is exactly as long as a spreadsheet can hold: its end may be lost.',
      next: 'Change this value in the record itself, or import it from CSV.',
    },
    it: {
      what: 'La cella è lunga esattamente quanto un foglio di calcolo può contenere: la fine può essere persa.',
      next: 'Modifica questo valore nella scheda stessa, o importalo da un CSV.',
    },
  },
  'control-character': {
    en: { what: 'It holds an invisible control character.', next: 'Type it again.' },
    it: { what: 'Contiene un carattere di controllo invisibile.', next: 'Scrivilo di nuovo.' },
  },
  'not-repeatable': {
    en: { what: 'This field holds one value.', next: 'Fill in only one of its columns.' },
    it: { what: 'Questo campo contiene un solo valore.', next: 'Compila una sola delle sue colonne.' },
  },
  'unknown-field': {
    en: { what: 'There is no such field (any more).', next: 'Choose another field for the column, or none.' },
    it: { what: 'Questo campo non esiste (più).', next: 'Scegli un altro campo per la colonna, o nessuno.' },
  },
  'formula-error': {
    en: { what: 'The formula of this cell failed.', next: 'Put a value in its place.' },
    it: { what: 'La formula di questa cella è in errore.', next: 'Metti un valore al suo posto.' },
  },
  merged: {
    en: {
      what: 'The cell is merged with another one, and only the first of them holds the value.',
      next: 'Unmerge the cells {{cells}} and fill in each.',
    },
    it: {
      what: 'La cella è unita a un’altra, e solo la prima contiene il valore.',
      next: 'Separa le celle {{cells}} e compila ciascuna.',
    },
  },
  'wrong-encoding': {
    en: {
      what: 'A character got lost: the file is in another encoding.',
      next: 'Choose the encoding in which it was saved, and run the dry run again.',
    },
    it: {
      what: 'Un carattere è andato perso: il file ha un’altra codifica.',
      next: 'Scegli la codifica con cui è stato salvato e ripeti la prova.',
    },
  },
  forbidden: {
    en: { what: 'Your rights do not reach this record.', next: 'Ask an administrator.' },
    it: { what: 'I tuoi diritti non si estendono a questa scheda.', next: 'Chiedi a un amministratore.' },
  },
  'not-found': {
    en: {
      what: 'The record was deleted meanwhile.',
      next: 'Restore it from the trash, or leave the row out.',
    },
    it: {
      what: 'La scheda è stata eliminata nel frattempo.',
      next: 'Ripristinala dal cestino, o tralascia la riga.',
    },
  },
  refused: {
    en: { what: 'The catalogue refused it: {{message}}', next: 'Correct the row.' },
    it: { what: 'Il catalogo l’ha rifiutata: {{message}}', next: 'Correggi la riga.' },
  },
} satisfies Record<string, Record<CauseLanguage, CauseText>>;

function isKnown(code: string): code is keyof typeof rowCauses {
  return Object.hasOwn(rowCauses, code);
}

/** The text of a problem. */
export function rowCauseText({ code, params }: RowProblem, language: CauseLanguage): CauseText {
  const { what, next } = rowCauses[isKnown(code) ? code : 'refused'][language];
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '');
  return { what: filled(what), next: filled(next) };
}
