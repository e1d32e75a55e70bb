/** Opens what another device shows, and judges it without a network: docs/rules.md#hand-over */
import { commands, isCommandName } from '../../commands/registry.ts'
import {
  type Certificate,
  certificateSchema,
  handedTextFrom,
  type Statement,
  statementSchema,
} from '../../contract/hand-over.ts'
import { toText } from '../../db/bytes/base64url.ts'
import { correctedNow } from '../../db/mirror/clock-offset.ts'
import { contextAt, currentContextSource } from '../../db/outbox/command-context.ts'
import type { MirrorDb } from '../../db/schema/mirror.ts'
import { type HandOverKeys, handOverKeys } from '../../db/session/hand-over-keys.ts'
import {
  ALREADY_HERE,
  NO_KEYS,
  NOT_OURS,
  OTHER_VERSION,
  readingProblem,
} from '../../domain/hand-over/rules.ts'
import { unpacked } from './packed.ts'
import { isSigned } from './signing.ts'

export interface HandedLead {
  readonly certificate: Certificate
  readonly statement: Statement
  /** What the server gets: the bytes of the code, base64url. */
  readonly handed: string
  readonly shown: { readonly name: string; readonly phone: string; readonly insuranceId: number | null }
}

export type Reading =
  | ({ readonly kind: 'lead' } & HandedLead)
  | { readonly kind: 'impossible'; readonly message: string }

const impossible = (message: string): Reading => ({ kind: 'impossible', message })

/** Whose signature it is was proved: of a device of this brokerage. Queues nothing. */
export async function readHanded(
  db: MirrorDb,
  bytes: Uint8Array<ArrayBuffer>,
  nowMs: number,
): Promise<Reading> {
  const [keys, serverMs, source] = await Promise.all([
    handOverKeys(db),
    correctedNow(db, nowMs),
    currentContextSource(db),
  ])
  if (source === null) return impossible('Entre novamente para continuar.')
  if (keys === null) return impossible(NO_KEYS)
  const opened = await openedBy(keys, bytes)
  if (opened === null) return impossible(NOT_OURS)
  const { certificate, statement } = opened
  const problem = readingProblem(certificate, statement.handed_at, serverMs)
  if (problem !== null) return impossible(problem)
  const { command, schema_version: version, args } = statement
  if (!isCommandName(command) || commands[command].version !== version) return impossible(OTHER_VERSION)
  const prepared = commands[command].prepare(args)
  if ('errors' in prepared) return impossible(OTHER_VERSION)
  if ((await db.leads.get(prepared.entityUid)) !== undefined) return impossible(ALREADY_HERE)
  const context = contextAt(source, 0, statement.occurred_at)
  const [lead, client] = [prepared.applyLead(null, context), prepared.applyClient(null, context)]
  if (lead === null || client === null) return impossible(NOT_OURS)
  const shown = {
    name: client.name,
    phone: client.cellphone === '' ? client.phone : client.cellphone,
    insuranceId: lead.insurance_id,
  }
  return { kind: 'lead', certificate, statement, handed: toText(bytes), shown }
}

async function openedBy(
  keys: HandOverKeys,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Pick<HandedLead, 'certificate' | 'statement'> | null> {
  const lines = await unpacked(bytes, keys.ring)
  const text = lines === null ? null : handedTextFrom(lines)
  if (text === null || !(await isSigned(keys.authority, text.certificate, text.certified))) return null
  // The server signed it, so it is the server's JSON.
  const certificate = certificateSchema.safeParse(JSON.parse(text.certificate)).data
  if (certificate === undefined || !(await isSigned(certificate.key, text.statement, text.signature)))
    return null
  const statement = statementSchema.safeParse(parsed(text.statement)).data
  return statement === undefined ? null : { certificate, statement }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
