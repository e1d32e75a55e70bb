/** Acts that end an address of a calendar. docs/rules.md#calendar */
import { endFeed, renewFeed } from '../../../../server/calendar/feeds.ts'
import { type Act, calendarAddress, inTx, readsCalendar } from './access.ts'

export const CALENDAR_ACTS: readonly Act[] = [
  {
    name: "a calendar's address that ended",
    prepare: async (server) => {
      const { feed, key, user } = await calendarAddress(server)
      return { works: readsCalendar(key), act: (acting) => inTx(acting, (tx) => endFeed(tx, user, feed.id)) }
    },
  },
  {
    name: "a calendar's address that was renewed",
    prepare: async (server) => {
      const { feed, key, user } = await calendarAddress(server)
      return {
        works: readsCalendar(key),
        act: (acting) => inTx(acting, (tx) => renewFeed(tx, user, feed.id)),
      }
    },
  },
]
