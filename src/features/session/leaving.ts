/** The sign-out or erasure in progress. A file of its own: the shell needs it before the code that does it is loaded. */
let leaving: Promise<void> | null = null

/** Call it with the promise of a sign-out or an erasure that has begun. */
export function noteLeaving(done: Promise<void>): void {
  leaving = done
}

/** Resolves once what is in progress has wiped the device: no page change before. Rejects if the wipe failed. */
export function signOutDone(): Promise<void> {
  return leaving ?? Promise.resolve()
}
