/**
 * The Web Lock of the one writer per user and device: the sync worker of one tab, the service worker without a tab, or
 * a sign-out that deletes the data. Its holder answers questions. A suspended holder cannot answer.
 */
export const syncLockName = (userId: number) => `farol-sync-${userId}`

/** Messages between the holder of the lock and the threads that wait for it. */
export interface LockTalk {
  /** For a waiting thread. `onAnswer` runs with each message of the holder. */
  readonly listen: (
    userId: number,
    onAnswer: () => void,
  ) => { readonly ask: () => void; readonly end: () => void }
  /** For the holder. Answers questions until the returned function is called. */
  readonly answer: (userId: number) => () => void
}

type Word = 'who works?' | 'I do'

const open = (userId: number) => {
  const channel = new BroadcastChannel(`farol-sync-turn-${userId}`)
  return {
    say: (word: Word) => channel.postMessage(word),
    on: (awaited: Word, act: () => void) => {
      channel.onmessage = ({ data }: MessageEvent<Word>) => {
        if (data === awaited) act()
      }
    },
    end: () => channel.close(),
  }
}

/** Sends the messages to every thread of this browser. */
export const lockTalk: LockTalk = {
  listen: (userId, onAnswer) => {
    const { say, on, end } = open(userId)
    on('I do', onAnswer)
    return { ask: () => say('who works?'), end }
  },
  answer: (userId) => {
    const { say, on, end } = open(userId)
    on('who works?', () => say('I do'))
    // Also sent without a question: a waiting thread may be about to take the lock from the previous holder.
    say('I do')
    return end
  },
}
