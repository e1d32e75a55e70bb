/** Ten questions of a manager, each answered in at most three taps. docs/rules.md#places */
import type { Locator, Page } from '@playwright/test'
import { lostSalesSchema } from '../../src/domain/reports/lost-sales.ts'
import { App } from './support/app.ts'
import { menuEntry } from './support/menu.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const MOST_TAPS = 3
/** A reason of the losses: 'Preço'. */
const PRICE = 1

interface LeadRow {
  readonly broker_id: number | null
  readonly state: number
  readonly sold: number | null
  readonly cancelled: boolean
  readonly lost_sale: number | null
  readonly competitor_broker: number | null
  readonly quoted: number | null
  readonly capture_on_time: number | null
  readonly create_lead_date: string | Date
  readonly capture_date: string | Date | null
  readonly first_call_date: string | Date | null
  readonly end_lead_date: string | Date | null
}

const two = (number: number) => String(number).padStart(2, '0')
/** The first instant of a month in São Paulo, which has no summer time. */
const monthBegin = (year: number, month: number) =>
  Date.parse(
    `${year + Math.floor((month - 1) / 12)}-${two(((((month - 1) % 12) + 12) % 12) + 1)}-01T00:00:00-03:00`,
  )
const DAY = 86_400_000

class Days {
  readonly #from: number
  readonly #until: number
  constructor(from: number, until: number) {
    this.#from = from
    this.#until = until
  }

  has(at: string | Date | null): boolean {
    const instant = at === null ? Number.NaN : new Date(at).getTime()
    return instant >= this.#from && instant < this.#until
  }
}

const isSold = ({ state, sold }: LeadRow) => state === 3 && sold === 1
const isLost = ({ state, sold }: LeadRow) => state === 3 && sold === 0
const most = (counts: ReadonlyMap<unknown, readonly unknown[]>) =>
  Math.max(...[...counts.values()].map((group) => group.length))

/** Counts what the user taps. Typing is none. */
class Hand {
  taps = 0

  async tap(locator: Locator): Promise<void> {
    this.taps += 1
    await locator.click()
  }
}

/** Types the question into the search, and takes the report of whom and of when that it offers. */
async function asks(page: Page, hand: Hand, question: string, of: RegExp): Promise<void> {
  await hand.tap(page.getByRole('button', { name: /^Buscar/ }))
  const panel = page.getByRole('dialog', { name: 'Busca' })
  await panel.getByRole('textbox', { name: 'Buscar' }).fill(question)
  await hand.tap(panel.getByRole('button').filter({ hasText: of }))
  await expect(page.getByRole('table').first()).toBeVisible()
}

const numberIn = (text: string) => Number(text.replaceAll(/[^\d,]/g, '').replace(',', '.'))

/** A figure above the tables. */
async function figure(page: Page, label: string): Promise<number> {
  const tile = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
  return numberIn(await tile.locator('dd').first().innerText())
}

/** The cells of a table's row. */
async function row(page: Page, table: string, begins?: string): Promise<string[]> {
  const rows = page.getByRole('table', { name: table }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const all = await rows.evaluateAll((each) =>
    each.map((one) => Array.from(one.children, (cell) => cell.textContent.trim())),
  )
  return all.find(([first = '']) => begins === undefined || first === begins) ?? []
}

// Promise: the whole app answers from the figures of a real server, and the database counts again.
test('ten questions of a manager are answered in three taps each', SLICED, async ({ server, newDevice }) => {
  const today = new Date(Date.now() - 3 * 3_600_000)
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth() + 1, today.getUTCDate()]
  const last = new Days(monthBegin(year, month - 1), monthBegin(year, month))
  const name = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' })
  const october = name.format(new Date(Date.UTC(year, month - 2, 15)))

  const rest = await Rest.signIn(server.url, 'gerente')
  const first = new Date(monthBegin(year, month - 1) + DAY).toISOString().slice(0, 8)
  const answered = await rest.call(
    'GET',
    `/leads/lostSaleReport?date_ini=${first}01&date_end=${new Date(monthBegin(year, month) - DAY).toISOString().slice(0, 10)}`,
  )
  const [, , , , , , , losses] = lostSalesSchema.parse(answered.body)
  const byPrice = losses.filter(({ lost_sale, broker_id }) => lost_sale === PRICE && broker_id !== null)
  const lostBy = (broker: number | null) => byPrice.filter(({ broker_id }) => broker_id === broker).length
  const camila = byPrice.toSorted((one, other) => lostBy(other.broker_id) - lostBy(one.broker_id))[0]
  if (camila?.broker_name === undefined || camila.broker_name === null)
    throw new Error('nobody lost a lead by its price last month in the demo')
  const who = camila.broker_name

  const context = await (await newDevice('gerente')).open()
  const manager = await App.signedIn(context, server.url, 'gerente')
  const { page } = manager
  const heard: Record<string, number | string> = {}
  const question = async (words: string, answer: (hand: Hand) => Promise<number | string>) =>
    test.step(words, async () => {
      await manager.goTo('/hoje')
      await expect(page.getByRole('button', { name: /^Buscar/ })).toBeVisible()
      const hand = new Hand()
      heard[words] = await answer(hand)
      expect(hand.taps, words).toBeLessThanOrEqual(MOST_TAPS)
    })
  /** Answered by what the report shows when it is open. */
  const asked = (words: string, read: () => Promise<number | string>, whose = `${who} · `) =>
    question(words, async (hand) => {
      await asks(page, hand, words, new RegExp(`${whose}${october} de \\d{4}$`))
      return read()
    })

  const questions = {
    price: `Quantos leads ${who} perdeu por preço em ${october}?`,
    sales: `Quantas vendas ${who} fez em ${october}?`,
    leads: `Quantos leads ${who} recebeu em ${october}?`,
    quotes: `Quantos leads ${who} cotou em ${october}?`,
    calls: `Quantos leads de ${who} tiveram ligação em ${october}?`,
    onTime: `Quantos leads ${who} capturou no prazo em ${october}?`,
    conversion: `Qual foi a maior conversão de um corretor em ${october}?`,
    reason: `Quantas vendas perdemos pelo principal motivo em ${october}?`,
    competitor: `Para que concorrente perdemos mais em ${october}?`,
    month: 'Que parte dos leads deste mês já virou venda?',
  }
  await asked(questions.price, async () => numberIn((await row(page, 'Motivos de perda', 'Preço'))[2] ?? ''))
  await asked(questions.sales, () => figure(page, 'Vendidos'))
  await asked(questions.leads, () => figure(page, 'Leads'))
  await asked(questions.quotes, () => figure(page, 'Cotados'))
  await asked(questions.calls, () => figure(page, 'Ligados'))
  await asked(questions.onTime, () => figure(page, 'No prazo'))
  await asked(
    questions.conversion,
    async () => numberIn((await row(page, 'Por corretor')).find((cell) => cell.endsWith('%')) ?? ''),
    '',
  )
  await asked(questions.reason, async () => numberIn((await row(page, 'Motivos de perda'))[2] ?? ''), '')
  await asked(questions.competitor, async () => (await row(page, 'Corretoras concorrentes'))[0] ?? '', '')
  await question(questions.month, async (hand) => {
    const group = page.getByRole('button', { name: 'Relatórios', exact: true })
    await hand.tap(group)
    await hand.tap(await menuEntry(page, 'Relatórios'))
    const tile = page.getByRole('region', { name: 'Funil de vendas', exact: true })
    await expect(tile.getByText(/leads? vendidos?$/)).toBeVisible()
    return numberIn(/([\d.,]+)%/u.exec(await tile.innerText())?.[1] ?? '')
  })

  const all = await server.stopAndQuery<LeadRow>(
    `select broker_id, state, sold, cancelled, lost_sale, competitor_broker, quoted, capture_on_time,
       create_lead_date, capture_date, first_call_date, end_lead_date from leads`,
  )
  const competitors = await server.stopAndQuery<{ id: number; name: string }>(
    'select id, name from competitor_brokers',
  )
  const counted = all.filter(({ cancelled }) => !cancelled)
  const own = counted.filter(({ broker_id }) => broker_id === camila.broker_id)
  const created = own.filter(({ create_lead_date }) => last.has(create_lead_date))
  const captured = own.filter(({ capture_date }) => last.has(capture_date))
  const lost = counted.filter((lead) => isLost(lead) && last.has(lead.end_lead_date))
  const shares = [
    ...Map.groupBy(
      counted.filter(({ broker_id, create_lead_date }) => broker_id !== null && last.has(create_lead_date)),
      ({ broker_id }) => broker_id,
    ).values(),
  ].map((leads) => (leads.filter(isSold).length / leads.length) * 100)
  const byCompetitor = Map.groupBy(
    lost.filter(({ lost_sale, competitor_broker }) => lost_sale === 5 && competitor_broker !== null),
    ({ competitor_broker }) => competitor_broker,
  )
  const worst = [...byCompetitor]
    .filter(([, leads]) => leads.length === most(byCompetitor))
    .map(([id]) => competitors.find((one) => one.id === id)?.name)
  const present = new Days(monthBegin(year, month), Date.UTC(year, month - 1, day + 1, 3))
  const ofMonth = counted.filter(({ create_lead_date }) => present.has(create_lead_date))

  const percent = (value: number) => Number(value.toFixed(2))
  expect(heard).toEqual({
    [questions.price]: lost.filter((lead) => lead.broker_id === camila.broker_id && lead.lost_sale === PRICE)
      .length,
    [questions.sales]: created.filter(isSold).length,
    [questions.leads]: created.length,
    [questions.quotes]: created.filter(({ quoted }) => quoted === 1).length,
    [questions.calls]: captured.filter(({ first_call_date }) => first_call_date !== null).length,
    [questions.onTime]: captured.filter(({ capture_on_time }) => capture_on_time === 1).length,
    [questions.conversion]: percent(Math.max(...shares)),
    [questions.reason]: most(Map.groupBy(lost, ({ lost_sale }) => lost_sale)),
    [questions.competitor]: expect.stringMatching(new RegExp(`^(?:${worst.join('|')})$`)),
    [questions.month]: percent((ofMonth.filter(isSold).length / ofMonth.length) * 100),
  })
})
