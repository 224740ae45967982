/** Runs the work; until it is done, closing or reloading any page of the client opens the browser's question. */
export async function unlessClosed<T>(work: () => Promise<T>): Promise<T> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  try {
    return await work();
  } finally {
    window.removeEventListener('beforeunload', ask);
  }
}
