import type { Drawing } from './page-spec.ts';
import { item, recto, sheet, verso, type SampleItem } from './sample-record.ts';

const atlas = (title: string, subtitle: string): Drawing => ({ kind: 'atlas', title, subtitle });
const portolan = (title: string): Drawing => ({ kind: 'portolan', title });
const sky = (title: string, names: string): Drawing => ({ kind: 'sky', title, names: names.split(', ') });
const tiles = (sides: 6 | 8 | 12, palette: 'iznik' | 'fez' | 'samarkand'): Drawing => ({
  kind: 'tiles',
  sides,
  palette,
});
const binding = (ornament: 'lozenge' | 'fan' | 'panel'): Drawing => ({ kind: 'binding', ornament });

export const mapsAndOrnament: SampleItem[] = [
  item(
    'ardensis',
    ['maps'],
    {
      sgtt: 'Ardensis insulae nova et accurata tabula',
      autn: 'Van der Velde, Cornelia (fl. 1640)',
      pressmark: 'Carte 2',
      sgti: 'Engraved map, hand coloured in outline. Every town has its name, every river its course, and no island lies where it is shown.',
    },
    [sheet('sheet', 'cream', atlas('ARDENSIS INSULA', 'NOVA ET ACCURATA TABULA'))],
  ),
  item(
    'provinces',
    ['maps'],
    {
      sgtt: 'Atlante delle *province mancanti',
      autn: 'Ferrandi, Gaspare',
      pressmark: 'Carte 12',
      sgti: 'Cinque tavole incise, coloriture coeve. Sul frontespizio la nota di possesso di un monastero mai identificato.',
    },
    [
      sheet('folio', 'moss', binding('panel')),
      recto('folio', 'rag', {
        kind: 'title',
        lines: ['ATLANTE', 'DELLE PROVINCE MANCANTI', 'misurate e descritte', 'DA GASPARE FERRANDI'],
        imprint: ['IN MONTARDO', 'per Elia Sanvito stampatore', 'MDCCXII'],
      }),
      sheet('oblong', 'cream', atlas('VALDORSA', 'CON LE SUE VALLI')),
      sheet('oblong', 'rag', atlas('TERRA DI OSTRO', 'E ISOLE VICINE')),
      sheet('oblong', 'cream', atlas('CONTADO DI BREMARE', 'SECONDO IL FERRANDI')),
    ],
  ),
  item(
    'north',
    ['maps'],
    {
      sgtt: 'Карта земли Полуночной с реками и станами',
      autn: 'Ремизов, Савва',
      pressmark: 'Carte 30',
      sgti: 'A map of the Midnight Land with its rivers and camps, compiled from the tales of fur traders.',
    },
    [sheet('sheet', 'tan', atlas('TERRA SEPTENTRIONIS', 'EX RELATIONE MERCATORUM'), 'png')],
  ),
  item(
    'middle-sea',
    ['sea-charts'],
    {
      sgtt: 'Carta nautica del Mare di Mezzo',
      autn: 'Prunetti, Iacopo (attivo a Portolungo, 1512)',
      pressmark: 'Carte Naut. 1',
      sgti: 'Pergamena intera, con collo a sinistra. Nomi dei porti in nero e in rosso; cinque rose, una scala, tre navi.',
    },
    [sheet('chart', 'straw', portolan('MARE DI MEZZO'))],
  ),
  item(
    'pilot',
    ['sea-charts'],
    {
      sgtt: 'Portolano delle coste di levante e di ponente',
      autn: 'Prunetti, Iacopo',
      pressmark: 'Carte Naut. 8',
      sgti: 'Two charts on parchment from a pilot’s book; salt stains along the lower edge.',
    },
    [
      sheet('oblong', 'vellum', portolan('COSTE DI LEVANTE')),
      sheet('oblong', 'tan', portolan('COSTE DI PONENTE'), 'tiff'),
    ],
  ),
  item(
    'hemispheres',
    ['maps'],
    {
      sgtt: 'كتاب الكواكب الثابتة · The book of the fixed stars',
      autn: 'الأندلسي، يوسف بن طاهر',
      pressmark: 'Carte Cel. 1',
      sgti: 'صورة السماء الشمالية والجنوبية. Two hemispheres in gold on indigo paper, the stars pierced so that a candle shows them.',
    },
    [
      sheet(
        'square',
        'indigo',
        sky(
          'BOREALE',
          'Lyra Magna, Navis, Cervus, Turris, Clavis, Pavo Minor, Anchora, Liber, Corona, Piscator, Gallus, Arbor',
        ),
      ),
      sheet(
        'square',
        'night',
        sky(
          'AUSTRALE',
          'Balaena, Lucerna, Vulpes, Pons, Rosa, Malus, Hortus, Speculum, Testudo, Scala, Apis',
        ),
        'png',
      ),
    ],
  ),
  item(
    'uranographia',
    ['maps', 'prints'],
    {
      sgtt: 'Uranographia nova, in qua stellae nominibus suis vocantur',
      autn: 'Hollander, Judith',
      pressmark: 'Carte Cel. 5',
      sgti: 'Star chart printed in black and red, with the order of the spheres.',
    },
    [
      sheet(
        'quarto',
        'cream',
        sky('URANOGRAPHIA', 'Navis, Pardus, Tuba, Cithara, Ancora, Lampas, Ciconia, Rota, Nodus'),
      ),
      sheet('quarto', 'vellum', {
        kind: 'cosmos',
        title: 'ORDO CAELESTIS',
        rings: ['LUNA', 'MERCURIUS', 'VENUS', 'SOL', 'MARS', 'IUPITER', 'SATURNUS', 'STELLAE FIXAE'],
      }),
    ],
  ),
  item(
    'fountain',
    ['ornament'],
    {
      sgtt: 'زليج النافورة · Zellij of a fountain',
      autn: 'ورشة المعلم إدريس',
      pressmark: 'OA 3',
      sgti: 'Panel of cut tiles from a courtyard fountain: eight-pointed stars, the straps in white.',
    },
    [sheet('square', 'rag', tiles(8, 'fez')), sheet('quarto', 'rag', tiles(8, 'samarkand'), 'png')],
  ),
  item(
    'turquoise',
    ['ornament'],
    {
      sgtt: 'Pannello di mattonelle turchesi',
      autn: 'Bottega di Samarda',
      pressmark: 'OA 21',
      sgti: 'Stelle a dodici punte su fondo turchese, con dorature. Smalto craquelé; tre restauri visibili.',
    },
    [sheet('folio', 'rag', tiles(12, 'samarkand')), sheet('oblong', 'rag', tiles(6, 'iznik'))],
  ),
  item(
    'bindings',
    ['ornament'],
    {
      sgtt: 'Campionario di legature e carte decorate',
      autn: 'Officina Sanvito',
      pressmark: 'OA 100',
      sgti: 'Sample boards and endpapers of a bindery: goatskin, calf, gold tooling, combed marbling.',
    },
    [
      sheet('quarto', 'moss', binding('lozenge')),
      sheet('quarto', 'morocco', binding('fan')),
      sheet('quarto', 'navy', binding('panel')),
      recto('octavo', 'rag', { kind: 'marbled', palette: 'warm' }),
      verso('octavo', 'rag', { kind: 'marbled', palette: 'cool' }, 'png'),
    ],
  ),
];
