/** Calls `goOn` with a value: at once where it is cached, later where it is a promise. */
export function whenFound<Found, Made>(
  found: Found | Promise<Found>,
  goOn: (found: Found) => Made | Promise<Made>,
): Made | Promise<Made> {
  return found instanceof Promise ? found.then(goOn) : goOn(found);
}
