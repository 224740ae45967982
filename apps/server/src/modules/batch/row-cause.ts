/** The language of causes in the report of a dry run and in the details of batches. */
export type CauseLanguage = 'en' | 'it';

/**
 * What is wrong with a cell or a row of a spreadsheet, and what to do, by code. The client has the same
 * texts.
 */
export const rowCauses = {
  required: {
    en: ['It is required, but the cell is empty.', 'Fill it in.'],
    it: ['È obbligatorio, ma la cella è vuota.', 'Compilala.'],
  },
  'unknown-uuid': {
    en: [
      'No record has this UUID.',
      'Clear the cell to find the record by its pressmark, or to create a new one.',
    ],
    it: [
      'Nessuna scheda ha questo UUID.',
      'Svuota la cella per cercare la scheda in base alla segnatura, o per crearne una nuova.',
    ],
  },
  'no-uuid': {
    en: ['This is not a UUID.', 'Restore the one that was exported, or clear the cell.'],
    it: ['Non è un UUID.', 'Ripristina quello esportato, o svuota la cella.'],
  },
  'no-version': {
    en: ['This is not a version of a record.', 'Restore the number that was exported, or clear the cell.'],
    it: ['Non è la versione di una scheda.', 'Ripristina il numero esportato, o svuota la cella.'],
  },
  'twice-in-file': {
    en: [
      'Row {{row}} of this file is about the same record.',
      'Remove one of the two, or give this one another pressmark.',
    ],
    it: [
      'La riga {{row}} di questo file riguarda la stessa scheda.',
      'Rimuovi una delle due, o dai a questa un’altra segnatura.',
    ],
  },
  'pressmark-changed': {
    en: [
      'The record has the pressmark “{{now}}”.',
      'Restore it here. A pressmark is corrected in the record itself, with a reason.',
    ],
    it: [
      'La scheda ha la segnatura «{{now}}».',
      'Ripristinala qui. Una segnatura si corregge nella scheda stessa, con un motivo.',
    ],
  },
  'pressmark-taken': {
    en: [
      'Another record now has this pressmark.',
      'Give this one another pressmark, or repeat the dry run to change that record.',
    ],
    it: [
      'Ora un’altra scheda ha questa segnatura.',
      'Dai a questa un’altra segnatura, o ripeti la prova per modificare quella scheda.',
    ],
  },
  'zeros-lost': {
    en: [
      'There is a record “{{now}}”: spreadsheets remove leading zeros.',
      'Write the pressmark with its zeros, in a column formatted as text; or choose to create a new record.',
    ],
    it: [
      'Esiste una scheda «{{now}}»: i fogli di calcolo eliminano gli zeri iniziali.',
      'Scrivi la segnatura con gli zeri, in una colonna di tipo testo; oppure scegli di creare una nuova scheda.',
    ],
  },
  'zeros-kept': {
    en: [
      'The leading zeros of the pressmark were lost; the record keeps “{{now}}”.',
      'Nothing has to be done.',
    ],
    it: [
      'Gli zeri iniziali della segnatura sono andati persi; la scheda conserva «{{now}}».',
      'Non occorre fare nulla.',
    ],
  },
  'edited-since': {
    en: [
      'Somebody changed the record after it was exported.',
      'Export it again, or choose to overwrite these changes.',
    ],
    it: [
      'Qualcuno ha modificato la scheda dopo l’esportazione.',
      'Esportala di nuovo, o scegli di sovrascrivere queste modifiche.',
    ],
  },
  'unknown-collection': {
    en: [
      'There is no collection at this path.',
      'Correct the titles in the path, or create the collection first.',
    ],
    it: [
      'Non c’è alcuna raccolta in questo percorso.',
      'Correggi i titoli del percorso, o crea prima la raccolta.',
    ],
  },
  'ambiguous-collection': {
    en: [
      'Several collections have this path.',
      'Give one of them another title, or place the record by hand.',
    ],
    it: [
      'Più raccolte hanno questo percorso.',
      'Dai a una di esse un altro titolo, o colloca la scheda a mano.',
    ],
  },
  'bad-path': {
    en: [
      'This is not a path of collections.',
      'Write the titles from the top down, with “ / ” between them.',
    ],
    it: ['Non è un percorso di raccolte.', 'Scrivi i titoli dall’alto in basso, separati da « / ».'],
  },
  'whole-number': {
    en: ['A whole number is expected.', 'Correct the cell.'],
    it: ['È atteso un numero intero.', 'Correggi la cella.'],
  },
  number: {
    en: ['A number is expected.', 'Correct the cell; check that it has the chosen decimal separator.'],
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
    en: ['It is not in the dictionary of this field.', 'It must be one of: {{values}}.'],
    it: ['Non è nel dizionario di questo campo.', 'Deve essere uno di: {{values}}.'],
  },
  'no-such-day': {
    en: ['There is no such day.', 'Correct it, or choose the other order of day and month.'],
    it: ['Questo giorno non esiste.', 'Correggilo, o scegli l’altro ordine di giorno e mese.'],
  },
  'date-serial': {
    en: [
      'This is the number that spreadsheets use for a day.',
      'Format the column as a date or as text, and save the file again.',
    ],
    it: [
      'È il numero con cui i fogli di calcolo indicano un giorno.',
      'Formatta la colonna come data o come testo e salva di nuovo il file.',
    ],
  },
  'too-long': {
    en: ['The limit is {{most}} characters.', 'Shorten it.'],
    it: ['Il limite è di {{most}} caratteri.', 'Accorcialo.'],
  },
  'other-width': {
    en: [
      'The row has {{cells}} cells, but the header has {{columns}}.',
      'Put quotation marks around a value that contains the separator, or complete the row.',
    ],
    it: [
      'La riga ha {{cells}} celle, ma l’intestazione ne ha {{columns}}.',
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
    en: ['It contains an invisible control character.', 'Type it again.'],
    it: ['Contiene un carattere di controllo invisibile.', 'Scrivilo di nuovo.'],
  },
  'not-repeatable': {
    en: ['This field can have only one value.', 'Fill in only one of its columns.'],
    it: ['Questo campo può avere un solo valore.', 'Compila una sola delle sue colonne.'],
  },
  'unknown-field': {
    en: ['This field does not exist.', 'Choose another field for the column, or none.'],
    it: ['Questo campo non esiste.', 'Scegli un altro campo per la colonna, o nessuno.'],
  },
  'formula-error': {
    en: ['The formula of this cell failed.', 'Replace it with a value.'],
    it: ['La formula di questa cella è in errore.', 'Sostituiscila con un valore.'],
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
      'A character was lost: the file has another encoding.',
      'Choose the encoding in which it was saved, and repeat the dry run.',
    ],
    it: [
      'Un carattere è andato perso: il file ha un’altra codifica.',
      'Scegli la codifica con cui è stato salvato e ripeti la prova.',
    ],
  },
  forbidden: {
    en: ['You do not have the right to change this record.', 'Ask an administrator.'],
    it: ['Non hai il diritto di modificare questa scheda.', 'Chiedi a un amministratore.'],
  },
  'not-found': {
    en: ['The record was deleted meanwhile.', 'Restore it from the trash, or leave out the row.'],
    it: ['La scheda è stata eliminata nel frattempo.', 'Ripristinala dal cestino, o tralascia la riga.'],
  },
  refused: {
    en: ['The catalogue refused it: {{message}}', 'Correct the row.'],
    it: ['Il catalogo l’ha rifiutata: {{message}}', 'Correggi la riga.'],
  },
} satisfies Record<string, Record<CauseLanguage, readonly [what: string, next: string]>>;
