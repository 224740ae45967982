/** Between the titles of a collection's path. */
export const PATH_SEPARATOR = ' / ';
/** The collection from which paths go down, itself. */
export const START = '/';
/** The column of collections' paths; it stands once for each that a record is in. */
export const PATH = 'collectionPath';
/** Written for whoever looks a record up; a record is known by its pressmark. */
export const IGNORED = 'uuid';
/** Which version of the record was written: whoever brings it back is told of what was changed meanwhile. */
export const VERSION = 'recordVersion';
/** What is called as one of ours stands below it: `extra.uuid`. */
export const EXTRA = 'extra';

/** The column of a field: what would be taken for something else says that it is metadata. */
export function columnOf(name: string): string {
  const isOurs = name === PATH || name === IGNORED || name === VERSION || name.startsWith(`${EXTRA}.`);
  return isOurs ? `${EXTRA}.${name}` : name;
}
