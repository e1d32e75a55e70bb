/** Who delivers a proposal. The key identifies the sender before the body is read. docs/rules.md#keys-of-dealerships */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context/app-context.ts'
import { notConfigured } from '../context/refusal.ts'
import { hasKeys, isMadeKey, partnerOfKey } from '../queries/partner-keys.ts'
import type { ProposalSender } from '../queries/proposals.ts'
import { HttpError } from '../wire/errors.ts'
import { bearerKey, bearerOf } from './bearer.ts'
import { keyAttempts } from './key-attempts.ts'

/** Messages for the dealership's system, which has a key instead of a session. */
const WORDS = {
  closed: 'O recebimento de propostas não está configurado neste servidor.',
  wrong: 'A chave do sistema da concessionária não confere.',
}

/** `check` is the route's hook and throws HttpError 401; `senderOf` returns what it found of that request. */
export function deliverySenders(context: AppContext) {
  const { config, store } = context
  const { db } = store
  const { proposalKeys } = config.integrations
  const isShared = bearerOf(proposalKeys)
  const attempts = keyAttempts(context)
  const senders = new WeakMap<FastifyRequest, ProposalSender>()

  return {
    check: async (request: FastifyRequest, reply: FastifyReply) => {
      const key = bearerKey(request)
      // First: 32 random bytes are not guessed, and a stranger on the same network must hold up nobody.
      const partnerId = key !== null && isMadeKey(key) ? await partnerOfKey(db, key) : null
      if (partnerId !== null) return void senders.set(request, { kind: 'partner', partnerId })
      attempts.admit(request, reply, key)
      if (isShared(request)) {
        attempts.wasRight(key)
        request.log.warn('ELECTIVE_LEAD_KEY is deprecated: make a key for each dealership in Parceiros')
        senders.set(request, { kind: 'shared' })
        return
      }
      if (proposalKeys.length === 0 && !(await hasKeys(db))) throw notConfigured(WORDS.closed)
      attempts.countWrong(request, reply, key)
      throw new HttpError(401, 'credentials', WORDS.wrong)
    },
    senderOf: (request: FastifyRequest): ProposalSender => {
      const sender = senders.get(request)
      if (sender === undefined) throw new HttpError(401, 'credentials', WORDS.wrong)
      return sender
    },
  }
}
