/**
 * A creation that one device handed to another, sent by the other: executed as its author's, once, whoever sends it first.
 * docs/rules.md#hand-over
 */
import { beginsLead } from '../../src/commands/registry.ts'
import { asReceived, authorsKey, handedKey } from '../../src/contract/push-command.ts'
import type { PushCommand, PushResult } from '../../src/contract/sync.ts'
import { sendingProblem } from '../../src/domain/hand-over/rules.ts'
import { may, NOT_ALLOWED } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import { executeCommand } from '../commands/execute-command.ts'
import { rejection } from '../commands/rejection.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Reader } from '../queries/lead-row.ts'
import type { Session } from '../session/tokens.ts'
import { type Opened, openHanded } from './open.ts'

const NOT_OURS = 'O servidor não reconhece quem entregou este lead na mão. Quem entregou ainda pode enviá-lo.'
const NO_ACCESS = 'Quem entregou este lead não tem mais acesso ao Farol.'
const SIGNED_OUT =
  'Quem entregou este lead já tinha saído do Farol naquele aparelho, ou a sessão dele foi encerrada.'
const ERASED_DEVICE = 'O aparelho que entregou este lead foi apagado por ordem da corretora.'

/** Who sends it. */
interface Receiving extends Pick<Session, 'user' | 'moment'> {
  readonly deviceId: string
}

/**
 * Executes what was handed over. A refusal here uses the author's key not up: its own device can still send it. Throws when the
 * database can't answer.
 */
export async function executeHanded(
  context: AppContext,
  { key: sentKey, handed }: Pick<PushCommand, 'key'> & { readonly handed: string },
  { user, deviceId, moment }: Receiving,
): Promise<PushResult> {
  const key = authorsKey(sentKey)
  const refused = (message: string, isForged = false): PushResult => {
    if (isForged) context.security.note('forbidden', { user_id: user.id, about: 'hand-over' })
    return rejection(key, 'rule', message)
  }
  if (!may('lead.receive', roleOf(user))) return rejection(key, 'forbidden', NOT_ALLOWED)
  const keys = context.deviceSecrets?.handOver
  const opened = keys === undefined ? null : openHanded(keys, handed)
  if (opened === null || handedKey(opened.statement.key) !== sentKey || !beginsLead(opened.statement.command))
    return refused(NOT_OURS, true)
  const { certificate, statement } = opened
  const problem = sendingProblem(certificate, statement.handed_at, context.now())
  if (problem !== null) return refused(problem)
  const author = (await context.rounds.user(moment, certificate.user_id))?.user ?? null
  if (author === null) return refused(NO_ACCESS)
  const ended = await endOfDevice(context.store.db, opened)
  if (ended !== null) return refused(ended)
  return executeCommand(context, {
    ...asReceived({ ...statement, depends_on: null }),
    user: author,
    deviceId: certificate.device_id,
    moment,
    receiver: { user, deviceId, handedAt: statement.handed_at },
  })
}

/**
 * Returns why the device no longer hands anything over, or null: it is to be erased, or its session had ended when it showed the code.
 * An ended session is kept for longer than a code is taken. docs/rules.md#erasing-a-device
 */
async function endOfDevice(db: Reader, { certificate, statement }: Opened): Promise<string | null> {
  const session = await db
    .selectFrom('sessions')
    .leftJoin('devices', (on) =>
      on
        .onRef('devices.user_id', '=', 'sessions.user_id')
        .onRef('devices.device_id', '=', 'sessions.device_id'),
    )
    .select(['sessions.revoked_at', 'devices.erase_requested_at'])
    .where('sessions.id', '=', certificate.session_id)
    .executeTakeFirst()
  if (session === undefined) return SIGNED_OUT
  if (session.erase_requested_at !== null) return ERASED_DEVICE
  const { revoked_at: revoked } = session
  return revoked !== null && Date.parse(revoked) < Date.parse(statement.handed_at) ? SIGNED_OUT : null
}
