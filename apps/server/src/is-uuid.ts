const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a text is a `Uuid` of the contract, where no schema has looked at it. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}
