/** Look-ups of clients, which are recorded and limited: docs/rules.md#quotas */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from '../../src/domain/client/client.ts'
import type { AppContext } from '../context/app-context.ts'
import { Refusal } from '../context/refusal.ts'
import { type LookUpKind, lookUpClients } from '../queries/client-look-ups.ts'

function tooManyLookUps(seconds: number): Refusal {
  const wait = seconds < 120 ? `${seconds} segundos` : `${Math.ceil(seconds / 60)} minutos`
  return new Refusal('too_many_attempts', `Muitas buscas de clientes. Tente de novo em ${wait}.`)
}

/** Returns what runs a look-up. It throws 429 when the user has reached a limit. */
export const clientLookUps =
  (context: AppContext) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    by: LookUpKind,
    find: () => Promise<readonly Client[]>,
  ): Promise<readonly Client[]> => {
    const userId = request.session.user.id
    const answer = await lookUpClients(context.store, { userId, by, nowMs: context.now() }, find)
    if (answer.kind === 'found') return answer.clients
    context.security.note('quota_reached', { user_id: userId, about: 'client look-ups' })
    reply.header('retry-after', answer.seconds)
    throw tooManyLookUps(answer.seconds)
  }
