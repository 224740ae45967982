import type { Sharp } from 'sharp';

/** Whose a downloaded file is, and the version of the agreement under which it was downloaded. */
export interface Terms {
  readonly organisation: string;
  readonly agreement: string;
}

/** Where a downloaded file comes from, as the file itself says it. */
export interface Origin extends Terms {
  readonly imageUuid: string;
  readonly title: string;
  readonly author: string;
  /** The values of the record's fields for rights, as the organisation names them. */
  readonly rights: readonly string[];
  readonly pressmark: string;
}

/** The names under which organisations keep rights; there is no standard field. */
export const rightsFields = ['rights', 'diritti', 'license', 'licence', 'licenza'];

/**
 * Writes source and rights into a file, as XMP (Dublin Core, XMP Rights) and, for old programs, as EXIF, with its
 * pixels per inch, and gives it the profile of the colours that it is in. Names no address: what is stored holds none
 * (decisions §2).
 */
export function embedOrigin(origin: Origin, density_dpi: number): (image: Sharp) => Sharp {
  const { title, author } = origin;
  const rights = rightsOf(origin);
  return (image) =>
    image
      .withIccProfile('srgb')
      .withXmp(xmpOf(origin))
      .withExif({
        IFD0: {
          ImageDescription: `${title} (${sourceOf(origin)})`,
          ...(author !== '' && { Artist: author }),
          Copyright: rights,
        },
      })
      .withDensity(density_dpi);
}

function sourceOf({ organisation, pressmark }: Origin): string {
  return [organisation, pressmark].filter((part) => part !== '').join(', ');
}

function rightsOf({ rights, organisation }: Origin): string {
  return rights.length > 0 ? rights.join('; ') : `Provided by ${organisation}`;
}

/** XMP as RDF (ISO 16684-1 §7). */
function xmpOf(origin: Origin): string {
  const { imageUuid, title, author, organisation, agreement } = origin;
  const perLanguage = (name: string, text: string) =>
    `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></${name}>`;
  return [
    '<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">',
    perLanguage('dc:title', title),
    ...(author === ''
      ? []
      : [`<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>`]),
    perLanguage('dc:rights', rightsOf(origin)),
    `<dc:source>${escaped(sourceOf(origin))}</dc:source>`,
    `<dc:identifier>urn:uuid:${imageUuid}</dc:identifier>`,
    `<photoshop:Credit>${escaped(organisation)}</photoshop:Credit>`,
    perLanguage(
      'xmpRights:UsageTerms',
      `Downloaded under the agreement ${agreement} with the image’s owner.`,
    ),
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('');
}

/** What XML 1.0 can't hold is left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
