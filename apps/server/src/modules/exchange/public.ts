export { EXTRA, IGNORED, PATH, PATH_SEPARATOR, START } from './column-names.ts';
export { exportOperation } from './export-items.ts';
export { countOf, recordsOf, survey } from './outgoing-items.ts';
export { pathText } from './path-text.ts';
export { csvHeader, csvLines, jsonLine } from './record-lines.ts';
export { harmlessCell, readCell } from './spreadsheet-cell.ts';
