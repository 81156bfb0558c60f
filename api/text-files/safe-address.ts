/** Whether a link of a text leads to a page or a mailbox, and not to a program. */
export function isSafeAddress(address: string): boolean {
  return /^(?:https?:|mailto:)/i.test(address);
}
