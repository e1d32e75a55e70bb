/** The user's decisions about commands that the server refused, or that still wait. */
import { expect } from 'vitest'
import { commands } from '../../../src/commands/registry.ts'
import { isAuthors } from '../../../src/db/outbox/anew.ts'
import { isOfGroup } from '../../../src/db/outbox/command-groups.ts'
import { isCreation } from '../../../src/db/outbox/replay.ts'
import {
  discardCommand,
  discardLead,
  replaceArgs,
  resolveConflict,
  retryCommand,
} from '../../../src/db/outbox/resolve-outbox.ts'
import type { OutboxRecord } from '../../../src/db/schema/records.ts'
import { flatRow, isClientField } from '../../../src/domain/lead/conflicts.ts'
import type { Chance } from '../../sync/support/random.ts'
import { CORRECT_MAIL } from './actions.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'

type Decision = 'retry' | 'replace' | 'discard' | 'discard all' | 'mine' | 'theirs'

/** A tablet with its outbox, oldest first, and the commands that a decision can be about. */
interface Choice {
  readonly tablet: Tablet
  readonly outbox: readonly OutboxRecord[]
  readonly meant: readonly OutboxRecord[]
}

/** Returns the arguments as the user corrects them in the form; null: no form opens this command. */
function corrected({ command, args }: OutboxRecord, chance: Chance): unknown {
  const note = `Corrigido ${chance.below(1000)}`
  const beginning =
    command === 'indication.external'
      ? commands['indication.external'].args.safeParse(args)
      : command === 'lead.create' || command === 'indication.create'
        ? commands['lead.create'].args.safeParse(args)
        : null
  if (beginning !== null)
    return beginning.success
      ? { ...beginning.data, client: { ...beginning.data.client, mail: CORRECT_MAIL, name: note } }
      : null
  const save = command === 'lead.update' ? commands['lead.update'].args.safeParse(args) : null
  if (save?.success !== true) return null
  const { changes, client, ...rest } = save.data
  return {
    ...rest,
    changes: { ...changes, additional_information: note },
    ...(client === undefined ? {} : { client: { ...client, mail: CORRECT_MAIL } }),
  }
}

/** The creation names a client that the user saw on the tablet. */
export const namesKnownClient = ({ base }: OutboxRecord) => Object.keys(base).some(isClientField)

export class Decisions {
  readonly #stage: Stage

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async decide(): Promise<void> {
    const { chance, count, say, oracle } = this.#stage
    const ofWaiting = oracle.refused.size === 0 || chance.happens(0.15)
    const choices = await this.#choices(ofWaiting)
    if (choices.length === 0) return
    const { tablet, outbox, meant } = chance.pick(choices)
    const record = chance.pick(meant)
    const args = isAuthors(record) ? null : corrected(record, chance)
    const picked: Decision = ofWaiting
      ? 'discard'
      : chance.pick([
          'retry',
          'discard',
          'discard all',
          'mine',
          'theirs',
          ...(args === null ? [] : (['replace', 'replace', 'replace', 'replace'] as const)),
        ])
    // No conflict is decided about what another device handed over.
    const decision = picked === 'mine' && record.handed !== undefined ? 'retry' : picked
    count(ofWaiting ? 'discard of what waits' : decision)
    say(`  tablet ${tablet.number}: ${decision} of ${record.entityUid.slice(-4)}, ${record.state}`)
    if (decision === 'replace') await this.#replace(tablet, record, args)
    else await carryOut(tablet, record.key, decision)
    const left = await tablet.db.outbox.orderBy('seq').toArray()
    // A save that drops its fields in conflict stays queued with its other fields.
    const kept = new Set(left.map(({ seq }) => seq))
    const gone = outbox.filter(({ seq }) => !kept.has(seq))
    onlyRelated({ decision, record, outbox, gone })
    await this.#nothingLeftOf(tablet, gone, left)
    oracle.commands.givenUp(tablet, gone)
    await oracle.check(tablet)
    tablet.nudge()
    await tablet.quiet()
  }

  async #choices(ofWaiting: boolean): Promise<Choice[]> {
    const isMeant = ({ state }: OutboxRecord) =>
      ofWaiting ? state === 'queued' || state === 'blocked' : state === 'conflict' || state === 'rejected'
    const choices: Choice[] = []
    for (const tablet of this.#stage.tablets) {
      if (!tablet.isOpen || tablet.disk.full || tablet.faults.dead || tablet.faults.dieIn >= 0) continue
      const outbox = await tablet.db.outbox.orderBy('seq').toArray()
      const meant = outbox.filter(isMeant)
      if (meant.length > 0) choices.push({ tablet, outbox, meant })
    }
    return choices
  }

  /** The user opens the refused command in its form and sends it again with other values. */
  async #replace(tablet: Tablet, record: OutboxRecord, args: unknown): Promise<void> {
    const { commands: made } = this.#stage.oracle
    const before = await shownBy(tablet, record)
    made.seen(tablet, record, before)
    const replaced = await replaceArgs(tablet.db, record.key, args)
    if (replaced.kind !== 'queued') expect.fail(`${replaced.kind}: ${replaced.message}`)
    if (isCreation(record)) this.#stage.count('creation sent again changed')
    else made.replaced(tablet, record, { before, after: await shownBy(tablet, record) })
  }

  /** A discarded creation takes its lead and the commands on it along, unless the server has the lead. */
  async #nothingLeftOf(
    { db, number }: Tablet,
    gone: readonly OutboxRecord[],
    left: readonly OutboxRecord[],
  ): Promise<void> {
    for (const { entityUid } of gone.filter(isCreation)) {
      this.#stage.count('creation discarded')
      const lead = await db.leads.get(entityUid)
      if (lead !== undefined && lead.version > 0) continue
      expect(lead, `tablet ${number} still shows a lead whose creation was discarded`).toBeUndefined()
      const orphans = left.filter((record) => record.entityUid === entityUid)
      expect(orphans, `tablet ${number} has commands on a lead whose creation was discarded`).toEqual([])
    }
  }
}

async function carryOut({ db }: Tablet, key: string, decision: Exclude<Decision, 'replace'>): Promise<void> {
  if (decision === 'retry') await retryCommand(db, key)
  else if (decision === 'discard') await discardCommand(db, key)
  else if (decision === 'discard all') await discardLead(db, key)
  else await resolveConflict(db, key, decision)
}

/** Returns the lead and client of the command as the screen shows them. */
async function shownBy(
  { db }: Tablet,
  { entityUid, clientUid }: OutboxRecord,
): Promise<Readonly<Record<string, unknown>>> {
  const lead = await db.leads.get(entityUid)
  const client = await db.clients.get(clientUid ?? lead?.client_uid ?? '')
  return flatRow(lead ?? null, client ?? null)
}

/** Only commands that the user named are gone, and those that depend on a creation among them. */
function onlyRelated({
  decision,
  record,
  outbox,
  gone,
}: {
  readonly decision: Decision
  readonly record: OutboxRecord
  readonly outbox: readonly OutboxRecord[]
  readonly gone: readonly OutboxRecord[]
}): void {
  if (decision === 'retry' || decision === 'replace' || decision === 'mine')
    expect(gone, `the decision '${decision}' removed a command`).toEqual([])
  const named = outbox.filter((other) =>
    decision === 'discard all'
      ? other.entityUid === record.entityUid
      : other.key === record.key || isOfGroup(record, other),
  )
  if (decision === 'discard' || decision === 'discard all')
    expect(gone, 'a discarded command is still queued').toEqual(expect.arrayContaining(named))
  const creations = named.filter(isCreation)
  const mayGo = (other: OutboxRecord) =>
    named.includes(other) ||
    creations.some(
      (creation) =>
        other.entityUid === creation.entityUid ||
        (!namesKnownClient(creation) && other.entityUid === creation.clientUid),
    )
  expect(
    gone.filter((other) => !mayGo(other)),
    `the decision '${decision}' removed an unrelated command`,
  ).toEqual([])
}
