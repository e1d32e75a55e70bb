/** Users, as administration lists, creates and changes them: docs/rules.md#users */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { administratorEmailsRoute } from '../../src/contract/administration/administrator-emails.ts'
import {
  createUserRoute,
  type ManagedUser,
  managedUserRoute,
  updateManagedUserRoute,
  usersAccessRoute,
  usersListRoute,
  usersSeenRoute,
} from '../../src/contract/administration/users.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { mayManageRole } from '../../src/domain/permissions/managed-users.ts'
import { partsOf } from '../../src/domain/record/parts.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import { USER_FIELDS } from '../../src/domain/session/user-fields.ts'
import { managedUser } from '../accounts/managed-user.ts'
import { usersAccess } from '../accounts/users-access.ts'
import { createdBefore, createUser, updateUser } from '../administration/users.ts'
import { countFeeds } from '../calendar/feeds.ts'
import type { AppContext } from '../context/app-context.ts'
import { callContext } from '../context/origin.ts'
import { forbidden, notFound } from '../context/refusal.ts'
import { administratorEmails } from '../queries/administrator-emails.ts'
import { listUsers, readUser } from '../queries/managed-users.ts'
import { markUsersSeen } from '../queries/user-views.ts'
import { once } from '../records/once.ts'
import { userRevision } from '../records/user-revision.ts'
import { factorsOf } from '../second-factor/factors.ts'
import { moveAll } from '../transfers/planned-moves.ts'
import { ownPassword } from '../wire/own-password.ts'
import { serve } from '../wire/serve.ts'
import { inOneTransaction } from './transfers.ts'

/** A save waits for the leads of a leaver at most so long. The rest is moved behind it. */
const MOVE_MS = 3000

/** The fields of a user that devices of staff mirror. Roles that manage no users read no more. */
const asMirrored = (user: ManagedUser): ManagedUser => ({
  ...user,
  waiting_email: null,
  ...partsOf(USER_FIELDS, 'hidden'),
  partners: [],
})

export function managedUserRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const { callerWith } = ownPassword(context)

  /** What a user enters by, besides the password. */
  const accessOf = async (id: number) => ({
    second_factor: (await factorsOf(db, id)).ways.length > 0,
    calendar_feeds: await countFeeds(db, id),
  })

  /** The departure is stored: what fails here is done by its loop. */
  async function moveSoon(request: FastifyRequest): Promise<void> {
    try {
      await moveAll(context, AbortSignal.timeout(MOVE_MS))
    } catch (error) {
      context.health.note(error)
      request.log.error({ err: error }, 'leads of a departure wait for the loop')
    }
  }

  return async (app) => {
    serve(app, usersListRoute, async ({ query, request }) => {
      const { name, login, status, page, per_page: perPage } = query
      const { users, total } = await listUsers(db, context.now(), { name, login, status }, { page, perPage })
      const manages = may('users.manage', roleOf(request.session.user))
      return { data: manages ? users : users.map(asMirrored), meta: { total } }
    })

    serve(app, managedUserRoute, async ({ params: { id }, request }) => {
      await managedUser(db, request.session.user, id)
      const found = await readUser(db, context.now(), id)
      if (found === null) throw notFound()
      return { ...found, revision: userRevision(found), ...(await accessOf(id)) }
    })

    serve(app, createUserRoute, async ({ body, request, reply }) => {
      if (!mayManageRole(request.session.user, body.role)) throw forbidden()
      const caller = await callerWith(request, reply, body.own_password)
      const { own_password: _, ...asked } = body
      return once(db, request, {
        body: asked,
        create: async (tx) => {
          const answer = await createUser(tx, callContext(context, request), caller, body)
          return { made: answer.id, answer }
        },
        again: (tx, made) => createdBefore(tx, callContext(context, request), caller, Number(made)),
      })
    })

    serve(app, updateManagedUserRoute, async ({ params: { id }, body, request, reply }) => {
      const actor = request.session.user
      await managedUser(db, actor, id)
      if (!mayManageRole(actor, body.role)) throw forbidden()
      // The password is checked before the transaction: it takes its time.
      const caller = await callerWith(request, reply, body.own_password)
      const done = await inOneTransaction(context, (tx) =>
        updateUser(tx, callContext(context, request), caller, id, body),
      )
      done.noteEnded()
      if (done.departed !== null) await moveSoon(request)
      return {
        ...done.user,
        revision: userRevision(done.user),
        ...(await accessOf(id)),
        email_waits: done.emailWaits,
        mail: done.mail,
        departed: done.departed,
      }
    })

    serve(app, administratorEmailsRoute, async ({ request }) => {
      const viewerId = request.session.user.id
      return { data: await administratorEmails(db, { viewerId, nowMs: context.now() }) }
    })

    serve(app, usersAccessRoute, async () => ({ data: await usersAccess(db) }))

    serve(app, usersSeenRoute, async ({ request }) => {
      await markUsersSeen(db, request.session.user.id, context.now())
      return { message: 'Visto.' }
    })
  }
}
