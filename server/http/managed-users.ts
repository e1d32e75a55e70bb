/** Users, as administration lists, creates and changes them: docs/rules.md#users */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  createUserRoute,
  type ManagedUser,
  managedUserRoute,
  updateManagedUserRoute,
  usersListRoute,
  usersSeenRoute,
} from '../../src/contract/administration/users.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { isAdministration } from '../../src/domain/permissions/roles.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import { managedUser } from '../accounts/managed-user.ts'
import { revisionOf } from '../administration/user-revision.ts'
import { createUser, updateUser } from '../administration/users.ts'
import type { AppContext } from '../app-context.ts'
import { listUsers, readUser } from '../queries/managed-users.ts'
import { markUsersSeen } from '../queries/user-views.ts'
import { notFound, refusedField } from './errors.ts'
import { callContext } from './origin.ts'
import { passwordCheck } from './password-check.ts'
import { serve } from './serve.ts'

const OWN_PASSWORD = 'Confirme com a sua senha'
const WRONG_PASSWORD = 'A sua senha não confere.'

/** What devices of staff mirror of a user. Roles that manage nobody read no more. */
const asMirrored = (user: ManagedUser): ManagedUser => ({
  ...user,
  waiting_email: null,
  work_start: null,
  observation: '',
  active_all_dealerships: false,
  renovator_hierarchical_group: null,
  partners: [],
})

export function managedUserRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const check = passwordCheck(context)

  /** Whoever makes an administrator types the own password. Throws HttpError. */
  const confirmAdministrator = async (
    request: FastifyRequest,
    reply: FastifyReply,
    password: string | undefined,
  ) => {
    if (password === undefined || password === '') throw refusedField('own_password', OWN_PASSWORD)
    const { user, deviceId } = request.session
    if ((await check(request, reply, { login: user.login, password, deviceId })) === null)
      throw refusedField('own_password', WRONG_PASSWORD)
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
      return { ...found, revision: revisionOf(found) }
    })

    serve(app, createUserRoute, async ({ body, request, reply }) => {
      if (isAdministration(body.role)) await confirmAdministrator(request, reply, body.own_password)
      return db
        .transaction()
        .execute((tx) => createUser(tx, callContext(context, request), request.session.user, body))
    })

    serve(app, updateManagedUserRoute, async ({ params: { id }, body, request, reply }) => {
      const actor = request.session.user
      const known = await managedUser(db, actor, id)
      if (isAdministration(body.role) && !isAdministration(known.role))
        await confirmAdministrator(request, reply, body.own_password)
      const done = await db
        .transaction()
        .execute((tx) => updateUser(tx, callContext(context, request), actor, id, body))
      done.noteEnded()
      return { ...done.user, revision: revisionOf(done.user), email_waits: done.emailWaits, mail: done.mail }
    })

    serve(app, usersSeenRoute, async ({ request }) => {
      await markUsersSeen(db, request.session.user.id, context.now())
      return { message: 'Visto.' }
    })
  }
}
