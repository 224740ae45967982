/** Whether an address is one that a commentary may lead to (wire.md): whole, and of the web or of a mailbox. */
export const isWholeAddress = (address: string): boolean =>
  /^(?:https?:\/\/|mailto:)/i.test(address) && URL.canParse(address);
