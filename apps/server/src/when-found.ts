/** Goes on with what was found: at once where it was remembered, later where it has to be looked up. */
export function whenFound<Found, Made>(
  found: Found | Promise<Found>,
  goOn: (found: Found) => Made | Promise<Made>,
): Made | Promise<Made> {
  return found instanceof Promise ? found.then(goOn) : goOn(found);
}
