import type { Drawing } from './page-spec.ts';
import { item, recto, sheet, verso, type SampleItem } from './sample-record.ts';

const latin = (
  columns: 1 | 2,
  more: { initial?: string; border?: boolean; heading?: string } = {},
): Drawing => ({ kind: 'leaf', script: 'latin', columns, ...more });
const hebrew = (initial?: string): Drawing => ({
  kind: 'leaf',
  script: 'hebrew',
  columns: 1,
  ...(initial ? { initial } : {}),
});
const greek = (columns: 1 | 2, initial?: string): Drawing => ({
  kind: 'leaf',
  script: 'greek',
  columns,
  ...(initial ? { initial } : {}),
});
const brush: Drawing = { kind: 'leaf', script: 'brush', columns: 1 };
const binding = (ornament: 'lozenge' | 'fan' | 'panel'): Drawing => ({ kind: 'binding', ornament });
const marbled = (palette: 'warm' | 'cool'): Drawing => ({ kind: 'marbled', palette });
const chant = (words: string): Drawing => ({ kind: 'music', notation: 'chant', words });
const score = (words: string): Drawing => ({ kind: 'music', notation: 'score', words });

export const manuscriptsAndMusic: SampleItem[] = [
  item(
    'hours',
    ['illuminated'],
    {
      sgtt: 'Liber horarum ad usum Vallis Sanctae',
      autn: 'Maestro delle Stelle Rosse (attivo 1460–1485)',
      pressmark: 'MS 2',
      sgti: 'Book of hours on fine parchment, 142 leaves; borders of scrolled vines with red and blue stars. The binding is of the sixteenth century.',
    },
    [
      sheet('quarto', 'morocco', binding('lozenge')),
      recto('quarto', 'vellum', latin(1, { initial: 'D', border: true, heading: 'Ad matutinum' })),
      verso('quarto', 'vellum', latin(1, { border: true })),
      recto('quarto', 'vellum', latin(1, { initial: 'C' }), 'tiff'),
      verso('quarto', 'vellum', latin(1)),
    ],
  ),
  item(
    'labyrinth',
    ['manuscripts', 'illuminated'],
    {
      sgtt: 'Il *Labirinto delle acque',
      autn: 'Orsola da Vendramo',
      pressmark: 'MS 10',
      sgti: 'Poema in terza rima sui fiumi che non giungono al mare. Copia di dedica, con stemma eraso e postille di due mani.',
    },
    [
      recto('folio', 'vellum', latin(2, { initial: 'N', border: true, heading: 'Incipit liber' })),
      verso('folio', 'vellum', latin(2)),
      recto('folio', 'vellum', latin(2, { initial: 'S' })),
      verso('folio', 'vellum', latin(2)),
    ],
  ),
  item(
    'winds',
    ['illuminated'],
    {
      sgtt: 'De ventis et eorum moribus libri III',
      autn: 'Pseudo-Ambrosius Calensis',
      pressmark: 'MS 11',
      sgti: 'A treatise on the winds, their tempers and their proper hours, with a wheel of the spheres at the end.',
    },
    [
      recto('quarto', 'straw', latin(1, { initial: 'V', heading: 'Liber primus' })),
      verso('quarto', 'straw', latin(1)),
      recto('quarto', 'straw', {
        kind: 'cosmos',
        title: 'ROTA VENTORUM',
        rings: ['AQUILO', 'EURUS', 'AUSTER', 'ZEPHYRUS', 'IGNIS'],
      }),
    ],
  ),
  item(
    'letters',
    ['manuscripts'],
    {
      sgtt: 'Lettere dalla *torre, 1688–1691',
      autn: 'Belcastro, Livia (1659–1730)',
      pressmark: 'MS 101',
      sgti: 'Minute di lettere, mai spedite, a un corrispondente che non viene nominato.',
    },
    [
      sheet('octavo', 'rag', marbled('cool')),
      recto('octavo', 'rag', latin(1)),
      verso('octavo', 'rag', latin(1)),
    ],
  ),
  item(
    'gate',
    ['eastern'],
    {
      sgtt: 'ספר שער הכוכבים (Sefer sha‘ar ha-kokhavim)',
      autn: 'יוסף בן מנחם הסופר',
      pressmark: 'MS Or. 3',
      sgti: 'On the gate of the stars: a calendar in square script, with an opening word panel in gold on green.',
    },
    [
      verso('quarto', 'straw', hebrew('ש')),
      recto('quarto', 'straw', hebrew()),
      verso('quarto', 'straw', hebrew('א'), 'png'),
    ],
  ),
  item(
    'island',
    ['eastern'],
    {
      sgtt: 'Περὶ τῶν ἀφανῶν νήσων',
      autn: 'Θεόφιλος ὁ Ναυτικός',
      pressmark: 'MS Or. 12',
      sgti: 'On the islands that do not appear; a sailor’s account in a slanting minuscule, lacking its last quire.',
    },
    [recto('quarto', 'vellum', greek(1, 'T')), verso('quarto', 'vellum', greek(1))],
  ),
  item(
    'songs',
    ['eastern', 'music'],
    {
      sgtt: 'ひかりの歌 (Songs of light)',
      autn: '白井つた',
      pressmark: 'MS Or. 20',
      sgti: '墨書。春夏秋冬の歌を集めた折本。Poems in a running hand, with the seal of the copyist.',
    },
    [
      sheet('octavo', 'navy', binding('fan')),
      sheet('octavo', 'cream', brush),
      sheet('octavo', 'rose', brush),
    ],
  ),
  item(
    'antiphonary',
    ['choir'],
    {
      sgtt: 'Antiphonarium Vallis Sanctae, pars aestiva',
      autn: 'Scriptorium di Valsanta',
      pressmark: 'Cor. 1',
      sgti: 'The summer volume, large enough to be read by twelve singers. Square notes on four red lines.',
    },
    [
      sheet('folio', 'calf', binding('panel')),
      recto('folio', 'vellum', chant('Lux in silva canit et ventus per mare redit sicut stella ad noctem')),
      verso('folio', 'vellum', chant('Aqua currit sub ponte et dies manet in campo cum flore')),
      recto('folio', 'vellum', chant('Mons stat ubi flumen oritur et arbor umbra sua viam servat')),
    ],
  ),
  item(
    'gradual',
    ['choir'],
    {
      sgtt: 'Graduale de tempore, fragmentum',
      autn: 'Anonimo',
      pressmark: 'Cor. 9',
      sgti: 'Due carte recuperate da una legatura; sul verso prove di penna.',
    },
    [
      recto('folio', 'tan', chant('Terra nocte quiescit et ignis in lapide dormit')),
      verso('folio', 'tan', chant('Hora nona velum aperit navis et porta lucet')),
    ],
  ),
  item(
    'sonata',
    ['music'],
    {
      sgtt: 'Sonata per due viole e nessun cembalo',
      autn: 'Tarlenghi, Bonifacio (1702–1761)',
      pressmark: 'Mus. 4',
      sgti: 'Parti staccate riunite in partitura da un copista distratto.',
    },
    [
      sheet('quarto', 'cream', {
        kind: 'title',
        lines: ['SONATA', 'PER DUE VIOLE', 'e nessun cembalo', 'DI B. TARLENGHI'],
        imprint: ['IN CORMONTE', 'alla insegna della Tartaruga', 'MDCCXLIII'],
      }),
      verso('quarto', 'cream', score('ALLEGRETTO')),
      recto('quarto', 'cream', score('LARGO')),
    ],
  ),
  item(
    'nocturne',
    ['music'],
    {
      sgtt: 'Ночные песни для фортепиано',
      autn: 'Вересова, Анна Павловна',
      pressmark: 'Mus. 15',
      sgti: 'Night songs, an autograph with the composer’s corrections; dedicated to the lamplighters of the embankment.',
    },
    [verso('quarto', 'grey', score('NOCTURNE I'), 'png'), recto('quarto', 'grey', score('NOCTURNE II'))],
  ),
];
