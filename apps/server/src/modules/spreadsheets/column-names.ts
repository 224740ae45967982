/** The separator between the titles of a collection's path. */
export const PATH_SEPARATOR = ' / ';
/** The path of the starting collection itself. */
export const START = '/';
/** The column of the paths of collections; repeated for records that are in several. */
export const PATH = 'collectionPath';
/** For people who look a record up; the import finds records by their pressmarks. */
export const IGNORED = 'uuid';
/** The version of the exported record. The import uses it to report changes since the export. */
export const VERSION = 'recordVersion';
/** The prefix of fields with the same name as one of our columns: `extra.uuid`. */
export const EXTRA = 'extra';

/** The column of a field, with the prefix where its name could mean something else. */
export function columnOf(name: string): string {
  const isOurs = name === PATH || name === IGNORED || name === VERSION || name.startsWith(`${EXTRA}.`);
  return isOurs ? `${EXTRA}.${name}` : name;
}
