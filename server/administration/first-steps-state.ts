/** What is done of the first steps, by the facts: docs/rules.md#first-steps */
import { sql } from 'kysely'
import type { FirstSteps } from '../../src/contract/administration/first-steps.ts'
import {
  areOffered,
  areUntouched,
  type FirstStep,
  stepLines,
} from '../../src/domain/first-steps/first-steps.ts'
import { DEFAULT_PARTNER } from '../../src/domain/lead/creation.ts'
import { brokerageOf } from '../../src/domain/settings/brokerage.ts'
import { addressIn } from '../base/addresses.ts'
import type { AppContext } from '../context/app-context.ts'
import { namedController } from '../mail/brokerage.ts'
import type { Reader } from '../queries/lead-row.ts'
import { readSettings } from '../queries/settings.ts'

type Place = Pick<AppContext, 'config'>

interface Facts {
  readonly teams: number
  readonly idle_teams: number
  readonly partners: number
  readonly brokers: number
  readonly idle_brokers: number
  readonly has_lead: boolean
  readonly has_mail: boolean
  readonly recipient: string | null
}

/** A team without channels sees no lead. */
const hasChannels = sql`exists (select from technical_team_channels c where c.team_id = t.id)`
const isBroker = sql`u.status = 1 and exists (select from user_roles r where r.user_id = u.id and r.role_id = 3)`

async function readFacts(db: Reader, userId: number): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select
      (select count(*)::int from technical_teams t where t.active and ${hasChannels}) as teams,
      (select count(*)::int from technical_teams t where t.active and not ${hasChannels}) as idle_teams,
      (select count(*)::int from partners where active and id <> ${DEFAULT_PARTNER}) as partners,
      (select count(*)::int from users u where ${isBroker} and u.technical_team_id is not null) as brokers,
      (select count(*)::int from users u where ${isBroker} and u.technical_team_id is null) as idle_brokers,
      exists (select from leads) as has_lead,
      exists (select from mails where sent_at is not null and is_file = false) as has_mail,
      (select nullif(email, '') from users where id = ${userId}) as recipient`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a query without a row')
  return row
}

/** The mail step needs a mail server that has taken a mail, of whatever kind. */
export async function readFirstSteps(place: Place, db: Reader, userId: number): Promise<FirstSteps> {
  const settings = await readSettings(db)
  const { has_lead: hasLead, has_mail: hasMail, recipient, ...counts } = await readFacts(db, userId)
  const controller = namedController(place, settings)
  const { mailUrl, mailFrom } = place.config.integrations
  const facts: Readonly<Record<FirstStep, boolean>> = {
    brokerage: brokerageOf(settings).name !== null,
    controller: controller.name !== '' && controller.contact !== '',
    team: counts.teams > 0,
    partner: counts.partners > 0,
    broker: counts.brokers > 0,
    mail: mailUrl !== null && hasMail,
    lead: hasLead,
  }
  const done = Object.entries(facts).flatMap(([step, isDone]) => (isDone ? [step] : []))
  const steps = stepLines(done, settings.first_steps_later)
  const offered = areOffered(settings.first_steps_offered, hasLead)
  return {
    steps,
    offered,
    untouched: offered && areUntouched(steps),
    counts,
    controller: { name: controller.name || null, contact: controller.contact || null },
    mail: {
      configured: mailUrl !== null,
      sender: mailUrl === null ? null : addressIn(mailFrom),
      recipient,
    },
  }
}
