import type { Drawing } from './page-spec.ts';
import { item, recto, sheet, type SampleItem } from './sample-record.ts';

const plant = (habit: 'fern' | 'flower' | 'tree' | 'umbel', name: string, bloom: string): Drawing => ({
  kind: 'plant',
  habit,
  name,
  bloom,
});
const building = (part: 'elevation' | 'plan', title: string, storeys: number): Drawing => ({
  kind: 'building',
  part,
  title,
  storeys,
});
const view = (manner: 'woodcut' | 'nishiki'): Drawing => ({ kind: 'landscape', manner });

export const drawingsAndPrints: SampleItem[] = [
  item(
    'herbal',
    ['botany'],
    {
      sgtt: 'Hortus Belmontanus sive plantarum rariorum icones',
      autn: 'Belmonte, Orazio (1604–1671)',
      pressmark: 'Bot. 1',
      sgti: 'Plates of a garden that its owner never left. Each plant with its root, its flower and its leaf, at the size of life.',
    },
    [
      recto('quarto', 'rag', {
        kind: 'title',
        lines: ['HORTUS', 'BELMONTANUS', 'sive plantarum icones', 'AB HORATIO BELMONTE'],
        imprint: ['VENDRAMI', 'apud heredes Calvi', 'MDCXLII'],
      }),
      sheet('quarto', 'rag', plant('flower', 'Rosa montana', '#b8435a')),
      sheet('quarto', 'rag', plant('umbel', 'Umbella candida', '#f7f0e0')),
      sheet('quarto', 'rag', plant('flower', 'Anemone caerulea', '#5468a8')),
      sheet('quarto', 'rag', plant('fern', 'Filix silvarum', '#b9a04a'), 'tiff'),
    ],
  ),
  item(
    'orchard',
    ['botany'],
    {
      sgtt: 'The orchard of small fruits, painted from life',
      autn: 'Hartwell, Prudence',
      pressmark: 'Bot. 7',
      sgti: 'Watercolours over graphite; the fruits are named for the painter’s sisters.',
    },
    [
      sheet('quarto', 'cream', plant('tree', 'Malus Augusta', '#cf7a2c')),
      sheet('quarto', 'cream', plant('tree', 'Prunus Dorothea', '#7a2f55')),
    ],
  ),
  item(
    'meadow',
    ['botany', 'views'],
    {
      sgtt: '野の花図譜 (Album of field flowers)',
      autn: '水野りく',
      pressmark: 'Bot. 16',
      sgti: '紙本着色。A small album; the colours are ground from shells and leaves.',
    },
    [
      sheet('octavo', 'rose', plant('flower', 'Flos aureus', '#d9a52e')),
      sheet('octavo', 'straw', plant('umbel', 'Umbella rosea', '#e3a8a0'), 'png'),
      sheet('octavo', 'cream', plant('fern', 'Filix minor', '#7f9150')),
    ],
  ),
  item(
    'villa',
    ['architecture'],
    {
      sgtt: 'Progetto per una *villa con cupola e giardino',
      autn: 'Armandi, Tebaldo (1719–1788)',
      pressmark: 'Disegni 3',
      sgti: 'Penna e acquerello su carta. Prospetto e pianta in palmi; la cupola non fu mai costruita.',
    },
    [
      sheet('sheet', 'rag', building('elevation', 'Prospetto verso il giardino', 2)),
      sheet('quarto', 'rag', building('plan', 'Pianta del piano nobile', 2)),
    ],
  ),
  item(
    'library',
    ['architecture'],
    {
      sgtt: 'Βιβλιοθήκη ἄνευ τέλους: designs for a library without end',
      autn: 'Belcastro, Studio',
      pressmark: 'Disegni 14',
      sgti: 'A competition entry of 1831: three storeys of reading rooms round a rotunda; the jury could not find the way out.',
    },
    [
      sheet('oblong', 'blue', building('elevation', 'Elevazione sul fiume', 3), 'png'),
      sheet('square', 'blue', building('plan', 'Icnografia', 3)),
      sheet('oblong', 'grey', building('elevation', 'Loggia dei lettori', 1)),
    ],
  ),
  item(
    'mountain',
    ['views'],
    {
      sgtt: '山と湖の十景 (Ten views of the mountain and the lake)',
      autn: '青木そら',
      pressmark: 'St. 5',
      sgti: '錦絵。Colour woodcuts from many blocks, with graded skies; four of the ten views.',
    },
    [
      sheet('oblong', 'cream', view('nishiki')),
      sheet('oblong', 'cream', view('nishiki')),
      sheet('oblong', 'cream', view('nishiki'), 'tiff'),
      sheet('oblong', 'cream', view('nishiki')),
    ],
  ),
  item(
    'sunrise',
    ['views'],
    {
      sgtt: 'Alba sul *lago, due xilografie',
      autn: 'Sanvito, Elia',
      pressmark: 'St. 18',
      sgti: 'Legno di testa, inchiostro nero su carta avorio; tirature di prova.',
    },
    [sheet('oblong', 'cream', view('woodcut')), sheet('oblong', 'grey', view('woodcut'))],
  ),
  item(
    'travels',
    ['views', 'prints'],
    {
      sgtt: 'Voyages of a paper boat, with a map and a view',
      autn: 'Quill, Thomasina',
      pressmark: 'St. 110',
      sgti: 'A book for children in which the boat comes home. Title page, map and frontispiece.',
    },
    [
      recto('octavo', 'cream', {
        kind: 'title',
        lines: ['THE VOYAGES', 'OF A PAPER BOAT', 'told by itself', 'TO T. QUILL'],
        imprint: ['AT THE SIGN OF THE HERON', 'and by all good boatmen', 'MDCCCXXIX'],
      }),
      sheet('oblong', 'rose', { kind: 'atlas', title: 'THE POND', subtitle: 'AND ITS CONTINENTS' }),
      sheet('oblong', 'straw', view('woodcut')),
    ],
  ),
];
