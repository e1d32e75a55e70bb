/** The sign-out in progress. A file of its own: the shell needs it before the code that signs out is loaded. */
let leaving: Promise<void> | null = null

/** Call it with the promise of a sign-out that has begun. */
export function noteLeaving(done: Promise<void>): void {
  leaving = done
}

/** Resolves once a sign-out in progress has wiped the device: no page change before. Rejects if the wipe failed. */
export function signOutDone(): Promise<void> {
  return leaving ?? Promise.resolve()
}
