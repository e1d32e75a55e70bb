/** Does `work` so many times at once. Rejects with a failure only when all have ended: the caller may close the store then. */
export async function sideBySide(times: number, work: () => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: times }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
