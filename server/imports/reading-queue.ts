/** The line of files that wait to be read: one at a time, since each needs a thread and its memory. docs/rules.md#bounds-of-a-file */

interface Waiting {
  readonly userId: number
  readonly begin: () => void
}

/** Files beyond these are refused: each holds a connection. */
const MOST_WAITING = 20

export function readingQueue() {
  const waiting: Waiting[] = []
  let isBusy = false

  return {
    /** How many files are read before the user's next one, with the one that is being read; 0: none of the user waits. */
    placeOf: (userId: number): number => waiting.findIndex((each) => each.userId === userId) + 1,

    /** Works as soon as no other file is read. Returns null when the line is too long. */
    async inTurn<Result>(
      userId: number,
      signal: AbortSignal,
      work: () => Promise<Result>,
    ): Promise<Result | null> {
      signal.throwIfAborted()
      if (waiting.length >= MOST_WAITING) return null
      if (isBusy)
        await new Promise<void>((resolve, reject) => {
          const mine = { userId, begin: resolve }
          waiting.push(mine)
          signal.addEventListener('abort', () => {
            const place = waiting.indexOf(mine)
            if (place >= 0) waiting.splice(place, 1)
            reject(signal.reason)
          })
        })
      isBusy = true
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        isBusy = next !== undefined
        next?.begin()
      }
    },
  }
}
