/**
 * One writer per user and device: the sync worker of one tab, the service worker when there is none, or a sign-out that wipes.
 * Whoever holds the lock says so when it is asked; a holder that is suspended can't.
 */
export const syncLockName = (userId: number) => `farol-sync-${userId}`

/** How who waits for the lock and who has it hear each other. */
export interface LockTalk {
  /** For who waits; `onAnswer` hears each word of the holder. */
  readonly listen: (
    userId: number,
    onAnswer: () => void,
  ) => { readonly ask: () => void; readonly end: () => void }
  /** For who has it: answers at once, until it is called. */
  readonly answer: (userId: number) => () => void
}

type Word = 'who works?' | 'I do'

const open = (userId: number) => {
  const channel = new BroadcastChannel(`farol-sync-turn-${userId}`)
  return {
    say: (word: Word) => channel.postMessage(word),
    on: (awaited: Word, hear: () => void) => {
      channel.onmessage = ({ data }: MessageEvent<Word>) => {
        if (data === awaited) hear()
      }
    },
    end: () => channel.close(),
  }
}

/** From thread to thread of this browser. */
export const lockTalk: LockTalk = {
  listen: (userId, onAnswer) => {
    const { say, on, end } = open(userId)
    on('I do', onAnswer)
    return { ask: () => say('who works?'), end }
  },
  answer: (userId) => {
    const { say, on, end } = open(userId)
    on('who works?', () => say('I do'))
    // Unasked too: others may just be about to lose patience with the one before.
    say('I do')
    return end
  },
}
