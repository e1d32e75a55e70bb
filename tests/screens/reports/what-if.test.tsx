/** 'E se?' below the figures of a report: a limit changes, the figures and their leads follow. docs/rules.md#what-if */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { attendanceRoute } from '../../../src/contract/reports/attendance.ts'
import { callsBinding } from '../../../src/contract/reports/calls.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { type AttendanceRow, attendanceTotal } from '../../../src/domain/reports/attendance.ts'
import type { ReferralRow } from '../../../src/domain/reports/lead-rows.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { aLead, iso } from '../../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { AS_OF } from '../support/broker-report.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { KeptSettings } from '../support/kept-settings.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork } from '../support/network.ts'
import type { Peer } from '../support/peer.ts'

const PATH = '/relatorio-atendimento'
const PERIOD = 'de=2026-11-01&ate=2026-11-30'

/** Captured on 18 November, so many minutes after 9:00. */
function captured(id: number, minutes: number, changes: Partial<Lead> = {}): Lead {
  return aLead({
    uid: `lead-${id}`,
    id,
    client_uid: `client-${id}`,
    client_name: `Cliente ${id}`,
    state: 2,
    status: 2,
    broker_id: 3,
    channel_id: 8,
    create_lead_date: iso('2026-11-18T09:00:00'),
    capture_date: new Date(Date.parse(iso('2026-11-18T09:00:00')) + minutes * 60_000).toISOString(),
    capture_on_time: minutes < 180 ? 1 : 0,
    ...changes,
  })
}

/** Of Carla three on time, of whom one waited 150 minutes; of Gustavo one late. */
const LEADS = [
  captured(901, 30),
  captured(902, 60),
  captured(903, 150),
  captured(904, 200, { broker_id: 2, channel_id: 1 }),
]
const NAMES: Readonly<Record<number, string>> = { 2: 'Gustavo Prado', 3: 'Carla Nunes' }

const rowOf = (lead: Lead): ReferralRow => ({
  id: lead.id ?? 0,
  client_name: lead.client_name,
  product: lead.product,
  create_lead_date: lead.create_lead_date,
  proposal_date: null,
  capture_date: lead.capture_date,
  capture_on_time: lead.capture_on_time,
  end_lead_date: null,
  attendance_on_time: null,
  state: lead.state,
  status: lead.status,
  sold: lead.sold,
  broker_id: lead.broker_id,
  broker_name: NAMES[lead.broker_id ?? 0] ?? null,
  channel_id: lead.channel_id,
  insurance_details: null,
})

function answersAttendance(peer: Peer, leads: readonly Lead[]): void {
  const data = [...Map.groupBy(leads, ({ broker_id }) => broker_id)].map(
    ([broker_id, own]): AttendanceRow => ({
      broker_id,
      broker: NAMES[broker_id ?? 0] ?? 'Sem corretor',
      on_time: own.filter(({ capture_on_time }) => capture_on_time === 1).length,
      out_time: own.filter(({ capture_on_time }) => capture_on_time === 0).length,
      total: own.length,
      sold: 0,
      not_sold: 0,
      conversion: 0,
    }),
  )
  peer.answers(attendanceRoute, {
    as_of: AS_OF,
    data,
    total: attendanceTotal(data),
    leads: leads.map(rowOf),
    meta: { total: leads.length },
  })
}

interface Opening extends Look {
  readonly role?: RoleId
  readonly leads?: readonly Lead[]
  /** What the server counts; by default what the device has. */
  readonly counted?: readonly Lead[]
  readonly change?: string
}

function open({ leads = LEADS, counted = leads, change, ...opening }: Opening = {}): Promise<MountedApp> {
  const more = change === undefined ? '' : `&e-se=${change}`
  return openApp(`${PATH}?${PERIOD}${more}`, {
    role: 1,
    ...opening,
    leads,
    script: (peer) => answersAttendance(peer, counted),
  })
}

const report = page.getByRole('region', { name: 'Relatório de Atendimento' })
const button = report.getByRole('button', { name: 'E se?' })
const panel = page.getByRole('region', { name: 'E se?' })
const limit = panel.getByRole('textbox', { name: 'Prazo da captura' })
const result = panel.getByRole('region', { name: 'Captura no prazo', exact: true }).getByRole('status')
const changed = panel.getByRole('region', { name: 'Leads que mudam de lado: Captura no prazo' })
const inAddress = () => new URLSearchParams(window.location.search).get('e-se')

const AFTER = 'Com 2 h em vez de 3 h (prazo da captura): 50,00% no prazo (75,00%)'

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the panel is in order, with targets for thumbs where there are thumbs', async () => {
    await open({ ...look, change: 'captura-2_canal-1_corretores-2' })
    await expect.element(changed.getByRole('link').first()).toBeVisible()
    window.scrollTo(0, 0)
    await isInOrder("the panel 'E se?'")
    if (look.width !== 'desk') await hasTargetsForThumbs("the panel 'E se?'")
  })
})

test('another limit changes the figure, its rows and its leads, and nothing on the server', async () => {
  const { peer } = await open()
  await userEvent.click(button)
  await expect.element(result).toMatchTextContent(/^75,00% no prazo/)
  await expect.element(panel.getByText(/Nada muda de verdade\./)).toBeVisible()
  await userEvent.fill(limit, '2')
  await expect.element(result).toMatchTextContent(AFTER)
  await expect.element(result).toMatchTextContent('25,00 p.p. a menos: 1 lead sai do prazo.')
  const brokers = panel.getByRole('region', { name: 'Por corretor: Captura no prazo' })
  await expect.element(brokers.getByRole('row', { name: /Carla Nunes 3 100,00% 66,67%/ })).toBeVisible()
  await expect
    .element(panel.getByRole('region', { name: 'Por canal: Captura no prazo' }).getByRole('table'))
    .toBeVisible()
  await expect
    .element(changed.getByRole('link', { name: /Cliente 903/ }))
    .toHaveAttribute('href', '/?lead=903')
  expect(inAddress()).toBe('captura-2')
  expect(peer.server.catalogues.filter(({ kind }) => kind === 'setting')).toEqual([])
})

test('the address opens it as it was, Back closes it, and a second use begins anew', async () => {
  const { go } = await open()
  await userEvent.click(button)
  await userEvent.fill(limit, '2')
  await expect.element(result).toMatchTextContent(AFTER)
  await go('/sincronizacao')
  window.history.back()
  await expect.element(result).toMatchTextContent(AFTER)
  await expect.element(limit).toHaveValue('2')
  window.history.back()
  await expect.element(panel).not.toBeInTheDocument()
  expect(inAddress()).toBeNull()
  await userEvent.click(button)
  await expect.element(limit).toHaveValue('')
  await expect.element(result).toMatchTextContent(/^75,00% no prazo/)
  await userEvent.click(panel.getByRole('button', { name: 'Fechar' }))
  await expect.element(panel).not.toBeInTheDocument()
})

test("'Como é hoje' takes back a value that is none, which has changed nothing", async () => {
  await open({ change: 'aberto' })
  const asToday = panel.getByRole('button', { name: 'Como é hoje' })
  await expect.element(asToday).toBeDisabled()
  await userEvent.fill(limit, '5000')
  await expect.element(panel.getByText('Use um valor de 0,25 a 1.000')).toBeVisible()
  await userEvent.click(asToday)
  await expect.element(limit).toHaveValue('')
  await expect.element(panel.getByText('Use um valor de 0,25 a 1.000')).not.toBeInTheDocument()
  await expect.element(asToday).toBeDisabled()
})

test("what is typed before the report's answer stays when it comes", async () => {
  const began = Promise.withResolvers<() => void>()
  await openApp(`${PATH}?${PERIOD}&e-se=aberto`, {
    role: 1,
    leads: LEADS,
    script: (peer) => {
      answersAttendance(peer, LEADS)
      began.resolve(peer.holds(attendanceRoute))
    },
  })
  await userEvent.fill(limit, '5000')
  await expect.element(panel.getByText('Use um valor de 0,25 a 1.000')).toBeVisible()
  await expect.element(report.getByText(/^Dados de/)).not.toBeInTheDocument()
  const answer = await began.promise
  answer()
  await expect.element(report.getByText(/^Dados de/)).toBeVisible()
  await expect.element(limit).toHaveValue('5.000')
})

test("'Como é hoje' takes everything back, and wrong values change nothing", async () => {
  await open({ change: 'captura-2_dias-123456_feriados-sim' })
  await expect
    .element(result)
    .toMatchTextContent(/trabalho de segunda a sábado e trabalho também em feriados/)
  await userEvent.click(panel.getByRole('button', { name: 'Como é hoje' }))
  await expect.element(result).toMatchTextContent(/^75,00% no prazo/)
  await expect.element(limit).toHaveValue('')
  await expect.element(panel.getByRole('checkbox', { name: 'Sáb' })).not.toBeChecked()
  await userEvent.fill(limit, '5000')
  await expect.element(panel.getByText('Use um valor de 0,25 a 1.000')).toBeVisible()
  await userEvent.fill(panel.getByRole('textbox', { name: 'Início do expediente' }), '1900')
  await expect.element(panel.getByText('O expediente termina antes de começar.')).toBeVisible()
  await expect.element(result).toMatchTextContent(/^75,00% no prazo/)
})

test('one broker fewer says what it supposes', async () => {
  const leads = [
    captured(901, 50),
    captured(902, 50, { broker_id: 2 }),
    captured(903, 100),
    captured(904, 100, { broker_id: 2 }),
  ]
  await open({ leads })
  await userEvent.click(button)
  await userEvent.click(panel.getByRole('combobox', { name: 'Corretores de um canal' }))
  await userEvent.click(page.getByRole('option', { name: /2\scorretores/ }))
  await userEvent.fill(panel.getByRole('textbox', { name: 'Quantos corretores' }), '1')
  await expect
    .element(result)
    .toMatchTextContent(/^Com 1 corretor em vez de 2 em .*: 75,00% no prazo \(100,00%\)/)
  await expect
    .element(panel.getByText(/^Supõe que os leads de .* são pegos na ordem de chegada/))
    .toBeVisible()
})

test('without a network it answers from the device, also where the server never answered', async () => {
  const { peer, go } = await open()
  await expect.element(report.getByText(/^Dados de/)).toBeVisible()
  await go('/sincronizacao')
  cutNetwork(peer)
  await go(`${PATH}?${PERIOD}&e-se=captura-2`)
  await expect.element(result).toMatchTextContent(AFTER)
  await go(`${PATH}?de=2026-11-02&ate=2026-11-30&e-se=captura-2`)
  await expect.element(result).toMatchTextContent(AFTER)
  await expect.element(panel.getByText(/^O servidor ainda não respondeu a este relatório/)).toBeVisible()
})

test('finished leads that have left the device come from the report, and others are said to be missing', async () => {
  const finished = captured(905, 150, { state: 3, status: 6, sold: 1 })
  await open({ counted: [...LEADS, finished, captured(906, 10)], change: 'captura-2' })
  await expect.element(result).toMatchTextContent('40,00% no prazo (80,00%)')
  await expect
    .element(
      panel.getByText(
        /1\slead do relatório não está neste aparelho e fica fora desta conta, que é sobre 5\sleads\./,
      ),
    )
    .toBeVisible()
  await expect.element(changed.getByRole('link', { name: /Cliente 905/ })).toBeVisible()
})

test('a sync, a setting and an erasure that arrive meanwhile change the panel, and not what was typed', async () => {
  const { peer } = await open({ change: 'captura-2' })
  const settings = new KeptSettings(peer)
  await expect.element(result).toMatchTextContent(AFTER)
  peer.server.write(captured(907, 170))
  peer.poke()
  await expect.element(result).toMatchTextContent('40,00% no prazo (80,00%)')
  await expect.element(panel.getByText(/1\slead deste aparelho ainda não está no relatório/)).toBeVisible()
  await expect.element(limit).toHaveValue('2')
  peer.server.erase('client-903')
  peer.poke()
  await expect.element(changed.getByRole('link', { name: /Cliente 903/ })).not.toBeInTheDocument()
  await expect.element(result).toMatchTextContent('40,00% no prazo (80,00%)')
  settings.change({ time_to_capture_on_time: 4 })
  peer.server.restore()
  peer.poke()
  await expect.element(result).toMatchTextContent(/Com 2 h em vez de 4 h/)
})

const toSettings = panel.getByRole('link', { name: 'Mudar nas configurações' })

test('administrators are led to the settings', async () => {
  await open({ change: 'aberto' })
  await expect.element(toSettings).toHaveAttribute('href', '/configuracoes')
})

test('a broker judges its own leads, and is not led to the settings', async () => {
  await openApp(`${PATH}?${PERIOD}&e-se=captura-2`, {
    role: 3,
    leads: (user) => [
      captured(901, 150, { broker_id: user.id }),
      captured(902, 150, { broker_id: null, state: 1 }),
    ],
    script: (peer) => answersAttendance(peer, [captured(901, 150)]),
  })
  await expect.element(result).toMatchTextContent('0,00% no prazo (100,00%)')
  await expect.element(toSettings).not.toBeInTheDocument()
})

test('a period without leads says so', async () => {
  await openApp(`${PATH}?de=2025-01-01&ate=2025-01-31&e-se=captura-2`, {
    role: 1,
    leads: LEADS,
    script: (peer) => answersAttendance(peer, []),
  })
  await expect.element(panel.getByText('Nenhum lead para julgar neste período.')).toBeVisible()
})

/** Called so many minutes after the capture. */
const called = (id: number, minutes: number): Lead => {
  const lead = captured(id, 60)
  return {
    ...lead,
    first_call_date: new Date(Date.parse(lead.capture_date ?? '') + minutes * 60_000).toISOString(),
    first_call_on_time: minutes < 180 ? 1 : 0,
  }
}

test('the report of calls has the average time, too, and a first call has its own limit', async () => {
  const leads = [called(901, 30), called(902, 90)]
  const total = {
    broker_id: null,
    broker_name: 'Total',
    leads: 2,
    called: 2,
    time_to_call: 3600,
    goal: 10_800,
    on_time: 100,
    calls_per_lead: 1,
    duration: null,
    answered: null,
  }
  await openApp(`/relatorio-ligacoes?${PERIOD}&e-se=ligacao-1`, {
    role: 2,
    leads,
    script: (peer) =>
      peer.answers(callsBinding.route, {
        as_of: AS_OF,
        first_call_on_time: 3,
        summaryReport: [],
        summaryTotal: total,
        times: [],
        leads: [],
        total: 2,
      }),
  })
  const status = panel
    .getByRole('region', { name: 'Primeira ligação no prazo', exact: true })
    .getByRole('status')
  await expect.element(status).toMatchTextContent('Com 1 h em vez de 3 h: 50,00% no prazo (100,00%)')
  // The limit moves no call.
  await expect.element(status).toMatchTextContent('Tempo médio: 01:00:00 (01:00:00).')
  await expect.element(toSettings).not.toBeInTheDocument()
})

test('each tab of the diagnosis has its own limits, and the panel stays open', async () => {
  const renewal = captured(903, 60, {
    channel_id: 27,
    old_end_of_validity: '2026-11-24',
    first_call_date: iso('2026-11-18T13:00:00'),
  })
  await openApp(`/relatorio-diagnostico?${PERIOD}&aba=seguro-novo&e-se=captura-1_depois-2`, {
    role: 1,
    leads: [called(901, 90), renewal],
  })
  const of = (name: string) => panel.getByRole('region', { name, exact: true }).getByRole('status')
  await expect.element(of('Captura no prazo')).toMatchTextContent('0,00% no prazo (100,00%)')
  await expect.element(of('Ligação logo depois da captura')).toMatchTextContent('100,00% no prazo (0,00%)')
  await userEvent.click(page.getByRole('tab', { name: 'Renovação' }))
  await userEvent.fill(panel.getByRole('textbox', { name: 'Captura antes do vencimento do seguro' }), '7')
  await expect
    .element(of('Captura no prazo'))
    .toMatchTextContent(/7\sdias antes em vez de 5\sdias antes.*: 0,00% no prazo \(100,00%\)/)
})
