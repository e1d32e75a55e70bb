/** What hand-overs need beside the screens: keys, and telling who was first. docs/rules.md#hand-over */
import { liveQuery } from 'dexie'
import { openMirror } from '../../db/open.ts'
import { type HandOverNews, hasHandOverNews, takeHandOverNews } from '../../db/session/hand-over-news.ts'
import { notify } from '../../ui/notify.ts'
import { keepKeysOfHandOvers } from './keep-keys.ts'

const wordsOf = ({ by, client, isOwn }: HandOverNews): string =>
  isOwn
    ? `${by} já enviou o lead de ${client}, que você entregou na mão. Nada foi duplicado.`
    : `O lead de ${client}, que você recebeu na mão, já tinha sido enviado por ${by}. Nada foi duplicado.`

/** Returns what ends it. */
export function handOverWork(userId: number): () => void {
  const db = openMirror(userId)
  const endKeys = keepKeysOfHandOvers(userId)
  const tell = async () => {
    for (const news of await takeHandOverNews(db)) notify.success(wordsOf(news))
  }
  const subscription = liveQuery(async () => hasHandOverNews(db)).subscribe({
    next: (has) => {
      if (has)
        tell().catch(() => {
          // The store is closed: the next start tells.
        })
    },
    error: () => {
      // The store is closed for an upgrade or deleted. The next start reads again.
    },
  })
  return () => {
    endKeys()
    subscription.unsubscribe()
  }
}
