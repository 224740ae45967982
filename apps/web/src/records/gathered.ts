/**
 * @param within_ms how long values are collected, from the first one on
 * @returns takes one value at a time; `handle` gets all values of that time together
 */
export function gathered<Value>(
  handle: (values: ReadonlySet<Value>) => void,
  within_ms = 250,
): (value: Value) => void {
  let waiting: Set<Value> | undefined;
  return (value) => {
    if (waiting) {
      waiting.add(value);
      return;
    }
    const values = new Set([value]);
    waiting = values;
    setTimeout(() => {
      waiting = undefined;
      handle(values);
    }, within_ms);
  };
}
