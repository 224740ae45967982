/** A cell of a table, counted from 0 without the head of the table. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** How many rows and columns a table has. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/**
 * The cell that a key leads to; undefined for a key that leads nowhere.
 * @param isFar whether the control key is held: Home and End then lead to the ends of the table
 */
export function placeAfter(
  key: string,
  isFar: boolean,
  { row, column }: Place,
  size: Size,
): Place | undefined {
  if (isFar && key !== 'Home' && key !== 'End') return undefined;
  const to = {
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? size.rows - 1 : row, column: size.columns - 1 },
  }[key];
  if (!to || to.row < 0 || to.row >= size.rows || to.column < 0 || to.column >= size.columns)
    return undefined;
  return to;
}

/**
 * The next cell that can be edited, row by row; undefined at the end of the table.
 * @param by -1 for the previous one
 */
export function nextEditable(
  from: Place,
  size: Size,
  isEditable: (place: Place) => boolean,
  by: 1 | -1,
): Place | undefined {
  const total = size.rows * size.columns;
  for (let at = from.row * size.columns + from.column + by; at >= 0 && at < total; at += by) {
    const place = { row: Math.floor(at / size.columns), column: at % size.columns };
    if (isEditable(place)) return place;
  }
  return undefined;
}
