import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes';

/** One text of a property, with its language where it has one. */
export interface XmpText {
  text: string;
  language: string | undefined;
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** The namespaces of which properties are read, by the prefixes that everybody uses. */
const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
} as const;
const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]),
);
/** Some programs use a prefix that they do not declare. */
const undeclared: ReadonlyMap<string, string> = new Map([['rdf', RDF], ...Object.entries(namespaces)]);
/** An honest packet is a dozen deep. To resolve a prefix the parser looks at all open elements. */
const maxDepth = 100;
/** An honest element has some hundred at most. The parser keeps those of an element until it ends. */
const maxAttributes = 5_000;

/**
 * The properties of an XMP packet (ISO 16684-1): the texts of each, in order, by its name with the usual prefix, such
 * as `dc:title`, whatever prefix the packet has. Of a structure only its value is read.
 *
 * The packet is read once, from its beginning to its end, and no entities are expanded but those of XML itself.
 * @throws Error for XML that is not well-formed, a document type, and what no honest packet has so many of
 */
export function readXmp(packet: Buffer): ReadonlyMap<string, readonly XmpText[]> {
  const properties = new Map<string, XmpText[]>();
  let depth = 0;
  /** Those of the element that is being opened. */
  let attributes = 0;
  /** The depth of the element that holds the descriptions; 0 outside. */
  let rdfDepth = 0;
  /** The open property, what it is said to be in so far, and whether it was a list. */
  let property: string | undefined;
  let language: string | undefined;
  let text = '';
  let hasItems = false;
  /** The depth of the element whose text is read: the property, an item of its list, or the value of a structure. */
  let textDepth = 0;

  const add = (name: string | undefined, value: string, itsLanguage?: string): void => {
    if (name === undefined || value.trim() === '') return;
    const texts = properties.get(name) ?? [];
    texts.push({ text: value, language: itsLanguage });
    properties.set(name, texts);
  };

  const parser = new SaxesParser({
    xmlns: true,
    resolvePrefix: (prefix: string) => undeclared.get(prefix) ?? `undeclared:${prefix}`,
  });
  parser.on('doctype', () => {
    throw new Error('it has a document type');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) throw new Error('it has too many attributes');
  });
  parser.on('opentag', (tag) => {
    attributes = 0;
    depth += 1;
    if (depth > maxDepth) throw new Error('it has too many levels');
    if (rdfDepth === 0) {
      if (isRdf(tag, 'RDF')) rdfDepth = depth;
      return;
    }
    const level = depth - rdfDepth;
    if (level === 1) {
      for (const attribute of Object.values(tag.attributes)) add(nameOf(attribute), attribute.value);
    } else if (level === 2) {
      property = nameOf(tag);
      language = languageOf(tag);
      text = '';
      textDepth = depth;
      hasItems = false;
    } else if (isItem(tag)) {
      // A value with qualifiers stands inside its item.
      language = languageOf(tag) ?? (isRdf(tag, 'value') ? language : undefined);
      text = '';
      textDepth = depth;
    }
  });
  const addText = (more: string): void => {
    if (property !== undefined && depth === textDepth) text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', (tag) => {
    const level = depth - rdfDepth;
    if (rdfDepth > 0 && level > 2 && isItem(tag)) {
      add(property, text, language);
      text = '';
      textDepth = 0;
      hasItems = true;
    } else if (rdfDepth > 0 && level === 2) {
      if (!hasItems) add(property, text, language);
      property = undefined;
    } else if (level === 0) rdfDepth = 0;
    depth -= 1;
  });
  parser.write(xmlOf(packet)).close();
  return properties;
}

/** The XML of a packet, without what stands around it, and without characters that XML does not allow. */
function xmlOf(packet: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(packet);
  } catch {
    text = packet.toString('latin1');
  }
  const xml = text.slice(Math.max(0, text.indexOf('<')), text.lastIndexOf('>') + 1);
  // oxlint-disable-next-line no-control-regex -- these are the characters
  return xml.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '');
}

function nameOf({ uri, local }: SaxesTagNS | SaxesAttributeNS): string | undefined {
  const prefix = prefixes.get(uri);
  return prefix && `${prefix}:${local}`;
}

const isRdf = ({ uri, local }: SaxesTagNS, name: string): boolean => uri === RDF && local === name;
const isItem = (tag: SaxesTagNS): boolean => isRdf(tag, 'li') || isRdf(tag, 'value');
const languageOf = ({ attributes }: SaxesTagNS): string | undefined => attributes['xml:lang']?.value;
