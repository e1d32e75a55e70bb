/** Whether a request proves its caller's own password: docs/rules.md#own-password */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CONFIRMATION_HEADER } from '../../src/domain/session/confirmation.ts'
import type { AppContext } from '../context/app-context.ts'
import { refusedField } from '../context/refusal.ts'
import type { Caller } from '../session/caller.ts'
import { confirmationOf } from '../session/confirmations.ts'
import { passwordCheck } from './password-check.ts'

const WRONG_PASSWORD = 'A sua senha não confere.'

/** The confirmation of its session that the request brings; null: none. Throws nothing. */
export async function confirmationIn(context: AppContext, { headers, session }: FastifyRequest) {
  const token = headers[CONFIRMATION_HEADER]
  return typeof token === 'string' ? confirmationOf(context, { sessionId: session.id, token }) : null
}

export const isConfirmed = async (context: AppContext, request: FastifyRequest): Promise<boolean> =>
  (await confirmationIn(context, request)) !== null

/** The caller of a request, proven by its confirmation alone. */
export const callerOf = async (context: AppContext, request: FastifyRequest): Promise<Caller> => ({
  user: request.session.user,
  isProven: await isConfirmed(context, request),
})

export function ownPassword(context: AppContext) {
  const check = passwordCheck(context)

  /** Throws Refusal `rule` by the field for a wrong password, `too_many_attempts` after too many. */
  const prove = async (request: FastifyRequest, reply: FastifyReply, password: string): Promise<void> => {
    if (!(await check.own(request, reply, password))) throw refusedField('own_password', WRONG_PASSWORD)
  }

  /** The caller of a request whose body may bring the password in place of a confirmation. Throws as `prove` does. */
  const callerWith = async (
    request: FastifyRequest,
    reply: FastifyReply,
    password: string | undefined,
  ): Promise<Caller> => {
    const caller = await callerOf(context, request)
    if (caller.isProven || password === undefined || password === '') return caller
    await prove(request, reply, password)
    return { ...caller, isProven: true }
  }

  return { prove, callerWith }
}
