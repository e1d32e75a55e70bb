/** Automations: made, changed, switched. docs/rules.md#automations */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Automation, AutomationBody } from '../../src/contract/administration/automations.ts'
import {
  type Definition,
  definitionSchema,
  MOST_AUTOMATIONS,
} from '../../src/domain/automations/definition.ts'
import { type AutomationNames, sentenceOf } from '../../src/domain/automations/sentence.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { at } from '../../src/domain/time/at.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import { requireRevision } from '../records/revision.ts'
import { automationRevision, readAutomations } from './lists.ts'

type AutomationContext = Pick<AppContext, 'now'>

const TOO_MANY = `Já existem ${MOST_AUTOMATIONS} automações. Remova uma antes de criar outra.`
const WHAT = 'a automação'
/** Makes creations wait for each other, so that the count is right. */
const LIMIT_LOCK = 'automations-made'

/** Returns the automation as it is read. Throws Refusal `not_found`. */
export async function readAutomation(tx: Tx, { now }: AutomationContext, id: string): Promise<Automation> {
  const [found] = await readAutomations(tx, now(), id)
  if (found === undefined) throw notFound()
  return found
}

const TABLES = {
  channel: 'channels',
  insurance: 'insurances',
  partner: 'partners',
  broker: 'users',
  template: 'message_templates',
} as const

/** Returns the names of what an automation names by number, as they are now. */
async function namesOf(db: Reader, { conditions, acts }: Definition): Promise<AutomationNames> {
  const named = async (kind: keyof typeof TABLES, ids: readonly number[]) => {
    if (ids.length === 0) return () => null
    const rows = await db
      .selectFrom(TABLES[kind])
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute()
    const names = new Map(rows.map(({ id, name }): [number, string] => [id, name]))
    return (id: number) => names.get(id) ?? null
  }
  return {
    channel: await named('channel', conditions.channels),
    insurance: await named('insurance', conditions.insurances),
    partner: await named('partner', conditions.partners),
    broker: await named('broker', conditions.brokers),
    template: await named(
      'template',
      acts.flatMap((act) => (act.kind === 'whatsapp' ? [act.template] : [])),
    ),
  }
}

/** As the audit keeps it: in words, since it outlives what it names. */
async function audited(tx: Tx, body: AutomationBody) {
  const { name, acts } = body
  const texts = acts.flatMap((act) => ('text' in act ? [act.text] : []))
  return { name, rule: sentenceOf(body, await namesOf(tx, body)), texts }
}

const stored = ({ name, trigger, conditions, acts }: AutomationBody) => ({
  name,
  trigger: JSON.stringify(trigger),
  conditions: JSON.stringify(conditions),
  acts: JSON.stringify(acts),
})

async function lock(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('automations')
    .select(['name', 'trigger', 'conditions', 'acts', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const { name, state, ...definition } = row
  return { state, body: { name, ...definitionSchema.parse(definition) } }
}

export async function makeAutomation(
  tx: Tx,
  context: AutomationContext,
  { user, body }: { readonly user: SessionUser; readonly body: AutomationBody },
): Promise<Automation> {
  await sql`select pg_advisory_xact_lock(hashtext(${LIMIT_LOCK}))`.execute(tx)
  const { count } = await tx
    .selectFrom('automations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_AUTOMATIONS) throw new Refusal('rule', TOO_MANY)
  const [id, now] = [randomUUID(), at(context.now())]
  await tx
    .insertInto('automations')
    .values({ id, ...stored(body), state_since: now, acts_since: now, created_by: user.id, created_at: now })
    .execute()
  await audit(tx, {
    user,
    action: 'create',
    entity: 'automations',
    id,
    before: null,
    after: await audited(tx, body),
  })
  return readAutomation(tx, context, id)
}

/** One that is on acts by the new definition on what happens from now on. */
export async function changeAutomation(
  tx: Tx,
  context: AutomationContext,
  given: {
    readonly user: SessionUser
    readonly id: string
    readonly body: AutomationBody & { readonly revision?: string | undefined }
  },
): Promise<Automation> {
  const { user, id, body: sent } = given
  const { revision, ...body } = sent
  const { body: before } = await lock(tx, id)
  requireRevision(revision, automationRevision(before), WHAT)
  await tx
    .updateTable('automations')
    .set({ ...stored(body), acts_since: at(context.now()) })
    .where('id', '=', id)
    .execute()
  const [was, is] = [await audited(tx, before), await audited(tx, body)]
  await audit(tx, { user, action: 'update', entity: 'automations', id, before: was, after: is })
  return readAutomation(tx, context, id)
}

/** On, it acts on what happens from now on. Throws Refusal `conflict` if it is not the one that was tried out. */
export async function switchAutomation(
  tx: Tx,
  context: AutomationContext,
  given: {
    readonly user: SessionUser
    readonly id: string
    readonly on: boolean
    readonly revision?: string | undefined
  },
): Promise<Automation> {
  const { user, id, on, revision } = given
  const { state: before, body } = await lock(tx, id)
  if (on) requireRevision(revision, automationRevision(body), WHAT)
  const state = on ? 'on' : 'off'
  if (before === state) return readAutomation(tx, context, id)
  const now = at(context.now())
  await tx
    .updateTable('automations')
    .set({ state, state_since: now, ...(on ? { acts_since: now } : {}) })
    .where('id', '=', id)
    .execute()
  await audit(tx, {
    user,
    action: 'update',
    entity: 'automations',
    id,
    before: { state: before },
    after: { state },
  })
  return readAutomation(tx, context, id)
}

export async function removeAutomation(tx: Tx, user: SessionUser, id: string): Promise<void> {
  const { body } = await lock(tx, id)
  await tx.deleteFrom('automations').where('id', '=', id).execute()
  const before = await audited(tx, body)
  await audit(tx, { user, action: 'delete', entity: 'automations', id, before, after: null })
}
