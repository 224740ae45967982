import type { SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';

/**
 * What a saved mapping says of the columns of another file: those of the same heading, each of several in their order;
 * the others stay as they are, unless that would say one thing of two columns.
 */
export function appliedMapping(saved: SpreadsheetMapping, file: SpreadsheetMapping): SpreadsheetMapping {
  const waiting = new Map<string, SpreadsheetMapping['columns']>();
  for (const column of saved.columns) {
    waiting.set(column.heading, [...(waiting.get(column.heading) ?? []), column]);
  }
  const said = file.columns.map(({ heading }) => waiting.get(heading)?.shift());
  const taken = new Set(said.map((column) => column?.target));
  const columns = file.columns.map((column, index) => {
    const own = said[index];
    if (own) return { ...column, target: own.target, clears: own.clears };
    return taken.has(column.target) ? { ...column, target: null } : column;
  });
  return { ...saved, columns };
}
