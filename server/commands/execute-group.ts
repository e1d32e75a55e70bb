/**
 * Executes a group of commands in one transaction, exactly once: all are applied, or none is and each answer has the
 * reason. docs/sync-protocol.md#groups
 */
import { isGroup } from '../../src/commands/groups.ts'
import type { PushResult } from '../../src/contract/sync.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { MANY_TRIES, triedAgain } from '../db/transient.ts'
import type { Rules } from '../feed/rounds.ts'
import { rowsOfLead } from './apply-decision.ts'
import type { CommandRequest } from './command-request.ts'
import {
  Blocked,
  claim,
  executeIn,
  isRefusedByDatabase,
  noteOutcome,
  refusedByDatabase,
  store,
  storedResult,
  unfitRequest,
} from './execute-command.ts'
import { type Rejection, rejection } from './rejection.ts'

const NO_GROUP = 'Estes pedidos não formam um grupo válido. Atualize o aplicativo.'

type NotApplied = Exclude<PushResult, { outcome: 'applied' | 'blocked' }>

/** Undoes the transaction. */
class NotWhole extends Error {
  override readonly cause: NotApplied
  constructor(cause: NotApplied) {
    super('a command of the group was not applied')
    this.cause = cause
  }
}

/** Returns the results in the order of the requests. Throws when the database can't answer. */
export async function executeGroup(
  context: AppContext,
  requests: readonly CommandRequest[],
): Promise<PushResult[]> {
  const results = await tryToExecute(context, requests)
  for (const [place, request] of requests.entries()) {
    const result = results[place]
    if (result !== undefined) noteOutcome(context, request, result)
  }
  return results
}

async function tryToExecute(context: AppContext, requests: readonly CommandRequest[]): Promise<PushResult[]> {
  const unfit = unfitOf(requests)
  if (unfit !== null) return requests.map(({ key }) => (key === unfit.key ? unfit : refusedWith(key, unfit)))
  const rules = await context.rounds.rules(requests[0]?.moment ?? (await context.rounds.ask()))
  // The command that the database is asked for when it fails.
  let present = requests[0]?.key ?? ''
  try {
    return await triedAgain(MANY_TRIES, () =>
      context.store.db.transaction().execute(async (tx) => {
        const results: PushResult[] = []
        for (const request of requests) {
          present = request.key
          const result = await executeIn(context, tx, request, rules)
          if (result.outcome === 'blocked') throw new Blocked()
          if (result.outcome !== 'applied') throw new NotWhole(result)
          results.push(result)
        }
        return results
      }),
    )
  } catch (error) {
    if (error instanceof Blocked)
      return requests.map(({ key, dependsOn }) => ({ key, outcome: 'blocked', depends_on: dependsOn ?? '' }))
    if (error instanceof NotWhole) return refuseAll(context, requests, { cause: error.cause, rules })
    if (isRefusedByDatabase(error))
      return refuseAll(context, requests, { cause: refusedByDatabase(present, error), rules })
    throw error
  }
}

/** Returns the refusal of the first command that no device makes, or of what is no group. Nothing of it is stored. */
function unfitOf(requests: readonly CommandRequest[]): Rejection | null {
  for (const request of requests) {
    const reason = unfitRequest(request)
    if (reason !== null) return rejection(request.key, 'invalid', reason)
  }
  const [first] = requests
  return first === undefined || isGroup(requests) ? null : rejection(first.key, 'invalid', NO_GROUP)
}

interface Refusing {
  readonly cause: NotApplied
  readonly rules: Rules
}

/** Stores a refusal for each command. Keys that another delivery has claimed meanwhile have their answers already. */
function refuseAll(
  context: AppContext,
  requests: readonly CommandRequest[],
  { cause, rules }: Refusing,
): Promise<PushResult[]> {
  const nowMs = context.now()
  return context.store.db.transaction().execute(async (tx) => {
    const results: PushResult[] = []
    for (const request of requests) {
      if (!(await claim(context, tx, { ...request, args: null }))) {
        results.push(await storedResult(context, tx, request))
        continue
      }
      const result =
        request.key === cause.key
          ? await withPresentRows(tx, cause, request.user, { settings: rules.settings, nowMs })
          : refusedWith(request.key, cause)
      await store(tx, result, request)
      results.push(result)
    }
    return results
  })
}

/** The rows that the refusal had show what the group's earlier commands did, which is undone. */
async function withPresentRows(
  tx: Tx,
  cause: NotApplied,
  user: CommandRequest['user'],
  now: Parameters<typeof rowsOfLead>[3],
): Promise<NotApplied> {
  const [lead] = cause.rows.leads
  return lead === undefined ? cause : { ...cause, ...(await rowsOfLead(tx, lead.uid, user, now)) }
}

const refusedWith = (key: string, cause: NotApplied): Rejection => ({
  ...rejection(key, cause.outcome === 'rejected' ? cause.code : 'rule', cause.message),
  refused_with: cause.key,
})
