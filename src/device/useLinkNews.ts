/** The results of the user's link: the kept answer, then the server's. The bell and the link's screen share them. */
import { externalNewsRoute } from '../contract/external-news.ts'
import { type LinkNews, NO_NEWS } from '../domain/notices/link-notices.ts'
import { useNow } from '../ui/useNow.ts'
import { useAnswer } from './useAnswer.ts'

const INPUT = {}
/** How often the server is asked while the app is open. */
const ASKED_EVERY_MS = 120_000

/** Asked only for users who have a link. Another `round` asks again. */
export function useLinkNews(userId: number, asks: boolean, round = 0): LinkNews {
  const tick = useNow(ASKED_EVERY_MS)
  const { value } = useAnswer(userId, externalNewsRoute, asks ? INPUT : null, {
    what: 'as novidades do seu link',
    version: tick + round,
    about: ({ indications }) => indications.flatMap(({ uid, client_uid }) => [uid, client_uid]),
  })
  return value ?? NO_NEWS
}
