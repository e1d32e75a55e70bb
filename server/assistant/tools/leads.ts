/** Tools: count and list leads, by filters that the board has too, so that a link shows the same leads. */
import { z } from 'zod'
import { listBrokerQuerySchema } from '../../../src/contract/board.ts'
import type { BoardView } from '../../../src/domain/board/board-view.ts'
import { SCHEDULES_TAB, STATES, STATUSES, statusLine, TABS } from '../../../src/domain/lead/status.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { rangeText } from '../../../src/domain/reports/period.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { formatDateTime } from '../../../src/domain/time/sao-paulo.ts'
import { listLeads } from '../../queries/board.ts'
import type { LeadAnswer } from '../../queries/lead-answer.ts'
import { readSettings } from '../../queries/settings.ts'
import type { Placeholders } from '../placeholders.ts'
import { choiceOf } from './choices.ts'
import { defineTool, type Tool, type ToolAsked, ToolRefusal, type ToolResult, userOf } from './tool.ts'

const LISTED = 20
const STATUS_NAMES = STATUSES.filter(({ status }) => status !== SCHEDULES_TAB).map(({ label }) => label)
const [FIRST_STATUS = '', ...OTHER_STATUSES] = STATUS_NAMES

const filterSchema = z.strictObject({
  status: z.enum([FIRST_STATUS, ...OTHER_STATUSES]).optional(),
  canal: z.string().max(120).optional(),
  seguro: z.string().max(120).optional(),
  corretor: z.string().max(120).optional(),
  cliente: z.string().max(120).optional().describe('Parte do nome do cliente'),
  de: z.iso.date().optional().describe('Criados desde o dia AAAA-MM-DD'),
  ate: z.iso.date().optional().describe('Criados até o dia AAAA-MM-DD'),
})
type Filter = z.output<typeof filterSchema>

const RULE =
  'Vale para os leads do Dashboard. Canal e seguro só vão com o status Origem, sem corretor, cliente nem datas: o Dashboard ' +
  'os mostra assim.'

interface Found {
  readonly leads: readonly LeadAnswer[]
  readonly total: number
  readonly view: BoardView
  readonly words: readonly string[]
}

/** The view of the board that shows the same leads. */
function viewOf(filter: Filter, ids: { channel?: number; insurance?: number; broker?: number }): BoardView {
  const status = STATUSES.find(({ label }) => label === filter.status)?.status
  const searches = filter.corretor ?? filter.cliente ?? filter.de ?? filter.ate
  const narrows = filter.canal ?? filter.seguro
  if (narrows !== undefined && (searches !== undefined || filter.status !== FIRST_STATUS))
    throw new ToolRefusal(RULE)
  if (status !== undefined && searches === undefined)
    return {
      kind: 'status',
      status,
      ...(ids.channel === undefined ? {} : { channelId: ids.channel }),
      ...(ids.insurance === undefined ? {} : { insuranceId: ids.insurance }),
    }
  return {
    kind: 'results',
    ...(status === undefined ? {} : { status }),
    filters: {
      ...(filter.cliente === undefined ? {} : { clientName: filter.cliente }),
      ...(ids.broker === undefined ? {} : { brokerId: ids.broker }),
      ...(filter.de === undefined ? {} : { startDate: filter.de }),
      ...(filter.ate === undefined ? {} : { endDate: filter.ate }),
    },
  }
}

/** Names no person. */
function wordsOf(filter: Filter): string[] {
  const { de, ate } = filter
  return [
    filter.status ?? 'todos os status',
    filter.canal === undefined ? null : 'por canal',
    filter.seguro === undefined ? null : 'por seguro',
    filter.corretor === undefined ? null : 'por corretor',
    filter.cliente === undefined ? null : 'por cliente',
    de !== undefined && ate !== undefined
      ? rangeText({ from: de, to: ate })
      : de !== undefined
        ? `desde ${rangeText({ from: de, to: de })}`
        : ate !== undefined
          ? `até ${rangeText({ from: ate, to: ate })}`
          : null,
  ].filter((word) => word !== null)
}

async function find(asked: ToolAsked, filter: Filter, limit: number): Promise<Found> {
  const user = userOf(asked)
  const { db } = asked.context.store
  const [channel, insurance, broker] = [
    await choiceOf(db, user, 'canal', filter.canal),
    await choiceOf(db, user, 'seguro', filter.seguro),
    await choiceOf(db, user, 'corretor', filter.corretor),
  ]
  const view = viewOf(filter, {
    ...(channel === undefined ? {} : { channel: channel.id }),
    ...(insurance === undefined ? {} : { insurance: insurance.id }),
    ...(broker === undefined ? {} : { broker: broker.id }),
  })
  const tab = view.kind === 'status' ? TABS.find(({ status }) => status === view.status) : undefined
  const query = listBrokerQuerySchema.parse({
    channel_id: channel?.id,
    insurance_id: insurance?.id,
    broker: broker?.id,
    client_name: filter.cliente,
    start_date: filter.de,
    end_date: filter.ate,
    status: view.kind === 'schedules' ? undefined : view.status,
    state: tab?.state ?? undefined,
    limit,
  })
  const settings = await readSettings(db)
  const found = await listLeads({ db, user, settings, nowMs: asked.context.now() }, query)
  return { ...found, view, words: wordsOf(filter) }
}

const answered = (result: unknown, { view, words }: Found): ToolResult => ({
  result,
  consulted: { label: `Dashboard, ${words.join(', ')}`, to: '/', view: { ...view } },
})

const orNull = (text: string | null | undefined, placeholders: Placeholders) =>
  text === null || text === undefined ? null : placeholders.name(text)

const moment = (instant: string | null) => (instant === null ? null : formatDateTime(instant))

const lineOf = (lead: LeadAnswer, placeholders: Placeholders) => ({
  lead: lead.id,
  cliente: placeholders.name(lead.client.name),
  estado: STATES[lead.state] ?? null,
  status: statusLine(lead.status).label,
  canal: lead.channel?.name ?? null,
  seguro: lead.insurance?.name ?? null,
  corretor: orNull(lead.broker?.name, placeholders),
  indicador: orNull(lead.inviter?.name, placeholders),
  criado: moment(lead.create_lead_date),
  agendado: moment(lead.lead_scheduling?.scheduling_date ?? null),
  vendido: lead.sold === null ? null : lead.sold === 1 ? 'sim' : 'não',
})

/** None for a user without the board. */
export function leadTools(user: SessionUser): Tool[] {
  if (!may('board.read', roleOf(user))) return []
  return [
    defineTool({
      name: 'contar_leads',
      description: `Conta leads do Dashboard. ${RULE}`,
      args: filterSchema,
      run: async (asked, filter) => {
        const found = await find(asked, filter, 1)
        return answered({ total: found.total }, found)
      },
    }),
    defineTool({
      name: 'listar_leads',
      description: `Lista até ${LISTED} leads do Dashboard, e diz quantos são ao todo. ${RULE}`,
      args: filterSchema,
      run: async (asked, filter) => {
        const found = await find(asked, filter, LISTED)
        const leads = found.leads.map((lead) => lineOf(lead, asked.placeholders))
        return answered({ total: found.total, leads }, found)
      },
    }),
  ]
}
