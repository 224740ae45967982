import type { Random } from '../seeded-random.ts';

const latin =
  'lux aqua terra mare ventus stella liber folium arbor radix flos fructus mons flumen silva campus via porta turris pons navis velum ' +
  'carta littera verbum vox cantus chorda numerus mensura circulus umbra nox dies hora annus tempus ignis aurum argentum vitrum lapis ' +
  'et in de ad per cum sine sub super inter ante post sicut quoque autem enim igitur semper saepe nunc olim ibi ubi inde hinc ' +
  'currit stat fluit lucet crescit manet redit canit scribit legit videt audit colit servat tenet aperit claudit signat';
const greek =
  'φως υδωρ γη θαλασσα ανεμος αστηρ βιβλος φυλλον δενδρον ριζα ανθος καρπος ορος ποταμος υλη πεδιον οδος πυλη πυργος γεφυρα ναυς ' +
  'και εν δε προς δια συν ανευ υπο υπερ μετα πριν ωσπερ γαρ ουν αει νυν ποτε εκει οπου τρεχει ισταται ρει λαμπει μενει αδει γραφει';
const hebrew =
  'אור מים ארצ ימ רוח כוכב ספר עלה עצ שרש פרח פרי הר נהר יער שדה דרכ שער מגדל גשר אניה אות דבר קול שיר מספר מדה עגל צל לילה יומ ' +
  'שעה שנה זמנ אש זהב כספ אבנ של את על אל בינ לפני אחרי כמו גמ כי תמיד עתה שמ רצ עומד זורמ גדל שב שר כותב קורא רואה';

const kana =
  'いろ うた とり ひかり そら くに しろ つた こい うら のと さくら ひろい しのひ つくし かたい りくの めの んと にし こと そのひ';

const lists = {
  latin: latin.split(' '),
  greek: greek.split(' '),
  hebrew: hebrew.split(' '),
  kana: kana.split(' '),
};

/** A random word of a vocabulary, for text whose sense does not matter. */
export const word = (random: Random, script: keyof typeof lists): string => random.pick(lists[script]);

const heads =
  'Mar Val Tor San Bel Cor Mon Lun Fer Cal Vil Ard Nor Ost Pel Gra Sel Tar Ven Rov Ald Bre Cas Dor'.split(
    ' ',
  );
const middles = 'a e i o an el or am en ar il on'.split(' ');
const tails = 'na ro via dia mare letto zza ntum nza gno sta ldo burgum viso llo rte pia'.split(' ');

/** An invented place name. */
export function placeName(random: Random): string {
  return random.pick(heads) + random.pick(middles) + random.pick(tails);
}
