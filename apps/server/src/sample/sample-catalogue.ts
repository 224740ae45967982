import { drawingsAndPrints } from './drawings-and-prints.ts';
import { manuscriptsAndMusic } from './manuscripts-and-music.ts';
import { mapsAndOrnament } from './maps-and-ornament.ts';
import { metadata, type SampleCollection, type SampleItem } from './sample-record.ts';

export type { SampleCollection, SampleItem };

function collection(key: string, parents: string[], title: string, description: string): SampleCollection {
  return { key, parents, metadata: metadata({ sgtt: title, sgti: description }) };
}

const collections: SampleCollection[] = [
  collection(
    'manuscripts',
    ['root'],
    'Manoscritti',
    'Codici, fogli sciolti e frammenti, dal secolo XII al XIX.',
  ),
  collection(
    'illuminated',
    ['manuscripts'],
    'Codici miniati',
    'Volumes with painted initials and borders, on parchment.',
  ),
  collection(
    'eastern',
    ['manuscripts'],
    'כתבי יד · Χειρόγραφα · 写本',
    'Manuscripts in Hebrew, Greek and Japanese.',
  ),
  collection(
    'maps',
    ['root'],
    'Carte geografiche e celesti',
    'Maps of lands, seas and skies, most of which no traveller has found.',
  ),
  collection(
    'sea-charts',
    ['maps'],
    'Portolani e carte nautiche',
    'Disegnati su pergamena, a inchiostro e colori, con le rose dei venti.',
  ),
  collection('prints', ['root'], 'Stampe e disegni', 'Engravings, woodcuts, washes and plates.'),
  collection('botany', ['prints'], 'Tabulae botanicae', 'Plantae ad vivum delineatae, cum nominibus.'),
  collection(
    'architecture',
    ['prints'],
    'Disegni di architettura',
    'Piante, prospetti e alzati degli studi Armandi e Belcastro.',
  ),
  collection('views', ['prints'], '名所絵 · Vedute', 'Landscapes cut in wood, in lines and in colours.'),
  collection('music', ['root'], 'Musica', 'Notated music from the square note to the engraved score.'),
  collection(
    'choir',
    ['illuminated', 'music'],
    'Libri di coro',
    'Antifonari e graduali della soppressa abbazia di Valsanta: si consultano fra i codici miniati e fra la musica.',
  ),
  collection(
    'ornament',
    ['root'],
    'Arti decorative',
    'Legature, carte marmorizzate e mattonelle: الزخرفة والخط.',
  ),
];

/** Items that are also in the root collection, so that the first page has pictures. */
const onTheFirstPage = new Set([
  'hours',
  'ardensis',
  'herbal',
  'sunrise',
  'villa',
  'antiphonary',
  'songs',
  'mountain',
  'orchard',
  'labyrinth',
]);

/**
 * The catalogue of a first start: invented objects, drawn by this project. Keys are local to this list; the
 * parent `root` is the tenant's root collection. A collection comes after its parents.
 */
export const sampleCatalogue: { collections: SampleCollection[]; items: SampleItem[] } = {
  collections,
  items: [...manuscriptsAndMusic, ...mapsAndOrnament, ...drawingsAndPrints].map((item) =>
    onTheFirstPage.has(item.key) ? { ...item, parents: [...item.parents, 'root'] } : item,
  ),
};
