/** The language of causes in the report of a dry run and in the details of batches. */
export type CauseLanguage = 'en' | 'it';

/**
 * What is wrong with a cell or a row of a spreadsheet, and what to do, by code. The client has the same
 * texts.
 */
export const rowCauses = {
  required: {
    en: ['It is required, and the cell is empty.', 'Fill it in.'],
    it: ['È obbligatorio e la cella è vuota.', 'Compilala.'],
  },
  'unknown-uuid': {
    en: [
      'No record has this uuid (any more).',
      'Empty the cell to look the record up by its pressmark, or to make a new one.',
    ],
    it: [
      'Nessuna scheda ha (più) questo uuid.',
      'Svuota la cella per cercare la scheda per segnatura, o per crearne una nuova.',
    ],
  },
  'no-uuid': {
    en: ['This is no uuid.', 'Put back the one that was exported, or empty the cell.'],
    it: ['Non è un uuid.', 'Rimetti quello esportato, o svuota la cella.'],
  },
  'no-version': {
    en: ['This is no version of a record.', 'Put back the number that was exported, or empty the cell.'],
    it: ['Non è la versione di una scheda.', 'Rimetti il numero esportato, o svuota la cella.'],
  },
  'twice-in-file': {
    en: [
      'Row {{row}} of this file is about the same record.',
      'Take one of the two out, or give this one another pressmark.',
    ],
    it: [
      'La riga {{row}} di questo file riguarda la stessa scheda.',
      'Togli una delle due, o dai a questa un’altra segnatura.',
    ],
  },
  'pressmark-changed': {
    en: [
      'The record has the pressmark “{{now}}”.',
      'Put it back here. A pressmark is corrected in the record itself, with a reason.',
    ],
    it: [
      'La scheda ha la segnatura «{{now}}».',
      'Rimettila qui. Una segnatura si corregge nella scheda stessa, con un motivo.',
    ],
  },
  'pressmark-taken': {
    en: [
      'Another record took this pressmark meanwhile.',
      'Give this one another, or run the dry run again to change that record.',
    ],
    it: [
      'Un’altra scheda ha preso nel frattempo questa segnatura.',
      'Dagliene un’altra, o ripeti la prova per modificare quella scheda.',
    ],
  },
  'zeros-lost': {
    en: [
      'There is a record “{{now}}”: a spreadsheet takes leading zeros away.',
      'Write the pressmark with its zeros, in a column formatted as text; or choose to make a new record.',
    ],
    it: [
      'Esiste una scheda «{{now}}»: i fogli di calcolo tolgono gli zeri iniziali.',
      'Scrivi la segnatura con gli zeri, in una colonna di tipo testo; oppure scegli di creare una nuova scheda.',
    ],
  },
  'zeros-kept': {
    en: ['The zeros before the pressmark got lost; the record keeps “{{now}}”.', 'Nothing has to be done.'],
    it: [
      'Gli zeri davanti alla segnatura sono andati persi; la scheda conserva «{{now}}».',
      'Non occorre fare nulla.',
    ],
  },
  'edited-since': {
    en: [
      'Somebody changed the record after it was exported.',
      'Export it anew, or choose to write over these changes.',
    ],
    it: [
      'Qualcuno ha modificato la scheda dopo l’esportazione.',
      'Esportala di nuovo, o scegli di sovrascrivere queste modifiche.',
    ],
  },
  'unknown-collection': {
    en: ['There is no collection at this path.', 'Write it as it is called, or make the collection first.'],
    it: ['Non c’è alcuna raccolta in questo percorso.', 'Scrivilo com’è chiamata, o crea prima la raccolta.'],
  },
  'ambiguous-collection': {
    en: [
      'Several collections stand at this path.',
      'Give one of them another title, or place the record by hand.',
    ],
    it: [
      'In questo percorso ci sono più raccolte.',
      'Dai a una un altro titolo, o colloca la scheda a mano.',
    ],
  },
  'bad-path': {
    en: ['This is no path of collections.', 'Write the titles from the top down, with “ / ” between them.'],
    it: ['Non è un percorso di raccolte.', 'Scrivi i titoli dall’alto in basso, separati da « / ».'],
  },
  'whole-number': {
    en: ['A whole number is expected.', 'Correct the cell.'],
    it: ['È atteso un numero intero.', 'Correggi la cella.'],
  },
  number: {
    en: ['A number is expected.', 'Correct the cell; see that the decimal sign is the chosen one.'],
    it: ['È atteso un numero.', 'Correggi la cella; controlla che il separatore decimale sia quello scelto.'],
  },
  boolean: {
    en: ['Yes or no is expected.', 'Write true or false.'],
    it: ['È atteso un sì o un no.', 'Scrivi vero o falso.'],
  },
  email: {
    en: ['An e-mail address is expected.', 'Correct the cell.'],
    it: ['È atteso un indirizzo e-mail.', 'Correggi la cella.'],
  },
  'not-in-dictionary': {
    en: ['It is not in the list of this field.', 'It must be one of: {{values}}.'],
    it: ['Non è nell’elenco di questo campo.', 'Deve essere uno di: {{values}}.'],
  },
  'no-such-day': {
    en: ['There is no such day.', 'Correct it, or choose the other order of day and month.'],
    it: ['Questo giorno non esiste.', 'Correggilo, o scegli l’altro ordine di giorno e mese.'],
  },
  'date-serial': {
    en: [
      'It is the number by which spreadsheets count days.',
      'Format the column as a date or as text, and save the file again.',
    ],
    it: [
      'È il numero con cui i fogli di calcolo contano i giorni.',
      'Formatta la colonna come data o come testo e salva di nuovo il file.',
    ],
  },
  'too-long': {
    en: ['At most {{most}} characters fit.', 'Shorten it.'],
    it: ['Ci stanno al massimo {{most}} caratteri.', 'Accorcialo.'],
  },
  'other-width': {
    en: [
      'The row has {{cells}} cells where the header has {{columns}}.',
      'Put quotation marks around a value that holds the separator, or complete the row.',
    ],
    it: [
      'La riga ha {{cells}} celle, l’intestazione {{columns}}.',
      'Metti tra virgolette il valore che contiene il separatore, oppure completa la riga.',
    ],
  },
  'cut-off': {
    en: [
      'The cell is exactly as long as a spreadsheet can hold: its end may be lost.',
      'Change this value in the record itself, or import it from CSV.',
    ],
    it: [
      'La cella è lunga esattamente quanto un foglio di calcolo può contenere: la fine può essere persa.',
      'Modifica questo valore nella scheda stessa, o importalo da un CSV.',
    ],
  },
  'control-character': {
    en: ['It holds an invisible control character.', 'Type it again.'],
    it: ['Contiene un carattere di controllo invisibile.', 'Scrivilo di nuovo.'],
  },
  'not-repeatable': {
    en: ['This field holds one value.', 'Fill in only one of its columns.'],
    it: ['Questo campo contiene un solo valore.', 'Compila una sola delle sue colonne.'],
  },
  'unknown-field': {
    en: ['There is no such field (any more).', 'Choose another field for the column, or none.'],
    it: ['Questo campo non esiste (più).', 'Scegli un altro campo per la colonna, o nessuno.'],
  },
  'formula-error': {
    en: ['The formula of this cell failed.', 'Put a value in its place.'],
    it: ['La formula di questa cella è in errore.', 'Metti un valore al suo posto.'],
  },
  merged: {
    en: [
      'The cell is merged with another one, and only the first of them holds the value.',
      'Unmerge the cells {{cells}} and fill in each.',
    ],
    it: [
      'La cella è unita a un’altra, e solo la prima contiene il valore.',
      'Separa le celle {{cells}} e compila ciascuna.',
    ],
  },
  'wrong-encoding': {
    en: [
      'A character got lost: the file is in another encoding.',
      'Choose the encoding in which it was saved, and run the dry run again.',
    ],
    it: [
      'Un carattere è andato perso: il file ha un’altra codifica.',
      'Scegli la codifica con cui è stato salvato e ripeti la prova.',
    ],
  },
  forbidden: {
    en: ['Your rights do not reach this record.', 'Ask an administrator.'],
    it: ['I tuoi diritti non si estendono a questa scheda.', 'Chiedi a un amministratore.'],
  },
  'not-found': {
    en: ['The record was deleted meanwhile.', 'Restore it from the trash, or leave the row out.'],
    it: ['La scheda è stata eliminata nel frattempo.', 'Ripristinala dal cestino, o tralascia la riga.'],
  },
  refused: {
    en: ['The catalogue refused it: {{message}}', 'Correct the row.'],
    it: ['Il catalogo l’ha rifiutata: {{message}}', 'Correggi la riga.'],
  },
} satisfies Record<string, Record<CauseLanguage, readonly [what: string, next: string]>>;
