/** What was asked of the persona Ajuda in this conversation. It stays on the device, as kept answers do. */
import { useLiveQuery } from 'dexie-react-hooks'
import { type Exchange, exchangeSchema } from '../../contract/assistant.ts'
import { keepAnswer, mirrorMark, readAnswer } from '../../db/mirror/answers.ts'
import { openMirror } from '../../db/open.ts'

const MOST_KEPT = 30
const talkSchema = exchangeSchema.array().catch([])
const NONE: readonly Exchange[] = []

const keyOf = (sessionId: string) => `ajuda ${sessionId}`

async function read(userId: number, sessionId: string): Promise<Exchange[]> {
  return talkSchema.parse((await readAnswer(openMirror(userId), keyOf(sessionId)))?.value ?? [])
}

async function add(userId: number, sessionId: string, exchange: Exchange): Promise<void> {
  const db = openMirror(userId)
  const value = [...(await read(userId, sessionId)), exchange].slice(-MOST_KEPT)
  await keepAnswer(db, { key: keyOf(sessionId), value, at: Date.now() }, await mirrorMark(db))
}

export function useHelpTalk(userId: number, sessionId: string) {
  const exchanges = useLiveQuery(async () => read(userId, sessionId), [userId, sessionId], NONE)
  return {
    exchanges,
    add: (exchange: Exchange) => {
      add(userId, sessionId, exchange).catch(() => {
        // The disk is full, or the user has signed out: the answer shows all the same.
      })
    },
  }
}
