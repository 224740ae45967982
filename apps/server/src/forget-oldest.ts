/** Makes room for one more where a map holds as many as it may: what was put in first goes. */
export function forgetOldest(remembered: Map<string, unknown>, most: number): void {
  if (remembered.size < most) return;
  const oldest = remembered.keys().next().value;
  if (oldest !== undefined) remembered.delete(oldest);
}
