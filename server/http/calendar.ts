/** Addresses of users' calendars, and what a calendar reads there. docs/rules.md#calendar */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import {
  calendarFeedsRoute,
  calendarFileRoute,
  changeCalendarFeedRoute,
  endCalendarFeedRoute,
  endUserCalendarsRoute,
  type MadeCalendarFeed,
  newCalendarFeedRoute,
  renewCalendarFeedRoute,
} from '../../src/contract/calendar.ts'
import { CALENDAR_TYPE } from '../../src/domain/calendar/file.ts'
import { counted } from '../../src/domain/text/counted.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { managedUser } from '../accounts/managed-user.ts'
import { feedOfKey, readFeed } from '../calendar/feed.ts'
import {
  changeFeed,
  endFeed,
  endFeedsOf,
  feedsOf,
  type MadeFeed,
  makeFeed,
  remakeFeed,
  renewFeed,
} from '../calendar/feeds.ts'
import type { AppContext } from '../context/app-context.ts'
import { originOf } from '../context/origin.ts'
import { notFound } from '../context/refusal.ts'
import { once } from '../records/once.ts'
import { limiter, useLimits } from '../wire/limits.ts'
import { serve } from '../wire/serve.ts'

const LIMITS = {
  /** Of one address, for all that read it. */
  read: { name: 'calendar-read', max: 120, windowMs: HOUR_MS },
  /** Of one network, with secrets that no address has. A right one is never held up by them. */
  missed: { name: 'calendar-missed', max: 60, windowMs: HOUR_MS },
} as const

/** 32 bytes in base64url. */
const FILE = /^([\w-]{43})\.ics$/

/** Whether the calendar has this text already. Proxies that compress make a tag weak. */
function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined) return false
  return given
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag)
}

export function calendarRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store

  const asMade = (request: FastifyRequest, { feed, key }: MadeFeed): MadeCalendarFeed => ({
    ...feed,
    url: `${originOf(context, request)}/api/calendar/${key}.ics`,
  })

  return async (app) => {
    await useLimits(app, context)
    const read = limiter(app, context, LIMITS.read)
    const missed = limiter(app, context, LIMITS.missed)

    serve(app, calendarFeedsRoute, async ({ request }) => ({
      data: await feedsOf(db, request.session.user.id),
    }))

    serve(app, newCalendarFeedRoute, async ({ body, request }) => {
      const { user } = request.session
      return once(db, request, {
        body,
        create: async (tx) => {
          const made = await makeFeed(tx, user, body)
          return { made: made.feed.id, answer: asMade(request, made) }
        },
        again: async (tx, id) => asMade(request, await remakeFeed(tx, user, id)),
      })
    })

    serve(app, changeCalendarFeedRoute, async ({ params: { id }, body, request }) =>
      db.transaction().execute((tx) => changeFeed(tx, request.session.user, { id, choices: body })),
    )

    serve(app, renewCalendarFeedRoute, async ({ params: { id }, request }) => {
      const { user } = request.session
      return once(db, request, {
        body: null,
        create: async (tx) => ({ made: id, answer: asMade(request, await renewFeed(tx, user, id)) }),
        again: async (tx) => asMade(request, await remakeFeed(tx, user, id)),
      })
    })

    serve(app, endCalendarFeedRoute, async ({ params: { id }, request }) => {
      await db.transaction().execute((tx) => endFeed(tx, request.session.user, id))
      return { message: 'Endereço encerrado' }
    })

    serve(app, endUserCalendarsRoute, async ({ params: { id }, request }) => {
      const actor = request.session.user
      const user = await managedUser(db, actor, id)
      const ended = await db.transaction().execute((tx) => endFeedsOf(tx, actor, user.id))
      if (ended === 0) throw notFound()
      return { message: counted(ended, 'endereço encerrado', 'endereços encerrados') }
    })

    serve(app, calendarFileRoute, async ({ params: { file }, request, reply }) => {
      const key = FILE.exec(file)?.[1]
      const feed = key === undefined ? null : await feedOfKey(context, key)
      if (feed === null) {
        await missed(request, reply)
        throw notFound()
      }
      await read(request, reply, feed.id)
      const answered = await readFeed(context, feed, originOf(context, request))
      if (answered === null) throw notFound()
      // It names leads of one user: no proxy keeps it for another.
      reply.header('cache-control', 'private, no-cache').header('etag', answered.etag)
      if (isKnown(request, answered.etag)) return reply.code(304).send()
      return reply
        .type(CALENDAR_TYPE)
        .header('content-disposition', 'inline; filename="farol.ics"')
        .send(answered.text)
    })
  }
}
