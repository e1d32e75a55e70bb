/**
 * What the device shows and exports of a kept answer is what the server answers and exports: figure by figure, and cell
 * by cell in the sheets, of every report, for a user of each role. docs/rules.md#reports
 */
import { describe, expect, test } from 'vitest'
import { addressOf } from '../../../src/api/call.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { type NameOf } from '../../../src/domain/reports/filter-words.ts'
import { fieldOf } from '../../../src/domain/reports/filters.ts'
import { HELD_ROWS, type ReportContent } from '../../../src/domain/reports/report.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import { reportBookFile } from '../../../src/domain/reports/sheet-file.ts'
import {
  isNothing,
  type KeptTable,
  keptSheetName,
  keptSheets,
  shownQuery,
} from '../../../src/features/reports/kept-sheet.ts'
import { describeDatabase } from '../support/databases.ts'
import { answerOf, periodOf, queryOf } from './ask-report.ts'
import { MAIN_PERIOD } from './data/leads.ts'
import { loadOtherRows } from './data/other-rows.ts'
import { ADMIN, BELA_VISTA, BRUNA, MANAGER, REFERRER, SHOP_OF_TWO, TEAM_NEW, USERS } from './data/people.ts'
import { BY_NAME, EVERY_REPORT, type ReportCase } from './every-report.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'
import { type ReadSheet, readBook, readSheet } from './sheets/read-sheet.ts'

const OCTOBER: ReportFilter = { de: MAIN_PERIOD.from, ate: MAIN_PERIOD.to, mes: '202610' }
/** Filters of the reports that have such fields. */
const FILTERS: readonly ReportFilter[] = [
  OCTOBER,
  { ...OCTOBER, estoque: [1, 2], mes: '2026' },
  { ...OCTOBER, empresas: [BELA_VISTA], corretores: [BRUNA], equipes: [TEAM_NEW], canais: [27], texto: 'a' },
]
const ASKING = USERS.filter(({ id }) => [ADMIN, MANAGER, BRUNA, SHOP_OF_TWO, REFERRER].includes(id))

/** Names of the data set, as the catalogues of a device have them. */
const NAMES: { user: (id: number) => string | undefined; of: NameOf } = {
  user: (id) => USERS.find((user) => user.id === id)?.name,
  of: () => undefined,
}

interface Asked {
  readonly user: (typeof USERS)[number]
  readonly filter: ReportFilter
}

const inAnyOrder = (rows: readonly unknown[] = []) => rows.map((row) => JSON.stringify(row)).toSorted()

/** The brokerage, at the head of each sheet. */
const NAME = 'Lume Seguros'

/** Sheets of two moments differ in the instant above their columns alone. */
function sheetAtAnyTime({ name, rows, autoFilter }: ReadSheet) {
  const [first = [], filter = [], [when] = [], ...rest] = rows
  expect(first[0]?.value).toMatch(/^Lume Seguros · /)
  expect(when?.value).toMatch(/^Dados de \d\d\/\d\d\/\d{4} \d\d:\d\d · Exportado por /)
  const by = String(when?.value).replace(/\d\d\/\d\d\/\d{4} \d\d:\d\d/, '')
  return { name, autoFilter, first, filter, by, rest }
}

describeDatabase('a kept report', (open) => {
  let house: ReportHouse
  inReportHouse(open, async (opened) => {
    house = opened
    await loadOtherRows(opened.store.db)
    const { db } = opened.store
    const [partners, insurances, channels, teams] = await Promise.all([
      db.selectFrom('partners').select(['id', 'name']).execute(),
      db.selectFrom('insurances').select(['id', 'name']).execute(),
      db.selectFrom('channels').select(['id', 'name']).execute(),
      db.selectFrom('technical_teams').select(['id', 'description as name']).execute(),
    ])
    const rows = { empresas: partners, estoque: insurances, canais: channels, equipes: teams }
    const known: Readonly<Record<string, readonly { id: number; name: string }[]>> = rows
    NAMES.of = ({ kind }, id) => (known[fieldOf(kind)] ?? USERS).find((row) => row.id === id)?.name
    const name = { key: 'brokerage_name', value: JSON.stringify(NAME) }
    await opened.store.db
      .insertInto('settings')
      .values(name)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: name.value }))
      .execute()
  })

  /** The answer that a visit keeps, as it comes out of the device's database: a structured clone. */
  async function keptOf(one: ReportCase, asked: { user: (typeof ASKING)[number]; filter: ReportFilter }) {
    const { status, body } = await answerOf(house, one, asked, { per_page: HELD_ROWS })
    expect(status, JSON.stringify(body)).toBe(200)
    return { body, kept: one.content(structuredClone(body)) }
  }

  describe.each(BY_NAME)('%s', (_, one) => {
    const askers = ASKING.filter(({ role }) => may(one.action, role))
    // Neither a filter nor a role changes what the other does: each user has one filter, and one user has all.
    const asked = askers.flatMap((user, place) =>
      (place === 0 ? FILTERS : FILTERS.slice(0, 1)).map((filter) => ({ user, filter })),
    )

    test('shows the figures of the answer', async () => {
      for (const each of asked) {
        const { body, kept } = await keptOf(one, each)
        expect(kept).toEqual(one.content(body))
        // A later answer of one page has the same figures, and the summary beside them.
        const { body: page } = await answerOf(house, one, each, { per_page: 1 })
        const later = one.content(page)
        expect(kept.figures).toEqual(later.figures)
        expect(kept.chart).toEqual(later.chart)
        for (const table of later.tables)
          if (table.name !== one.report.paged)
            expect(kept.tables.find(({ name }) => name === table.name)).toEqual(table)
      }
    })

    /** The file that the device makes of a table, and the server's. */
    async function bothFiles(given: KeptTable, asked: Asked, route: ReportCase['files'][number]['route']) {
      const path = addressOf(route.path, {}, { ...queryOf(one, asked.filter), ...shownQuery(given) })
      const served = await house.file(asked.user.id, path)
      if (served.status === 422) {
        expect(isNothing(given), path).toBe(true)
        return null
      }
      expect(served.status, path).toBe(200)
      expect(keptSheetName(given), path).toBe(served.name)
      const made = (await readBook(await reportBookFile(keptSheets(given)))).map(sheetAtAnyTime)
      const read = (await readBook(served.bytes)).map(sheetAtAnyTime)
      expect(made, path).toEqual(read)
      expect(read).toHaveLength(given.book?.length ?? 1)
      return read[0] ?? null
    }

    const keptTable = (content: ReportContent, name: string, { user, filter }: Asked): KeptTable => {
      const table = content.tables.find((shown) => shown.name === name)
      if (table === undefined) throw new Error(`no table ${name}`)
      const range = one.report.period === null ? null : periodOf(one, filter)
      return {
        report: one.report,
        filter,
        range,
        table,
        asOf: content.asOf,
        brokerage: NAME,
        user: { name: NAMES.user(user.id) ?? '' },
        nameOf: NAMES.of,
        isEmpty: content.isEmpty,
        book:
          one.files.find((file) => file.table === name)?.isBook === true
            ? content.tables.filter((each) => each.name !== one.report.paged).map((each) => ({ table: each }))
            : undefined,
      }
    }

    test.runIf(one.files.length > 0)('exports the cells of the server', async () => {
      let compared = 0
      for (const each of asked) {
        const { kept } = await keptOf(one, each)
        for (const { table, route } of one.files)
          if ((await bothFiles(keptTable(kept, table, each), each, route)) !== null) compared += 1
      }
      expect(compared).toBeGreaterThan(0)
    })

    test.runIf(one.files.length > 0)('exports the order and the columns that it shows', async () => {
      const [each] = asked
      if (each === undefined) throw new Error('no user may ask')
      for (const { table: name, route } of one.files.filter(({ isBook }) => isBook !== true)) {
        const { kept } = await keptOf(one, { ...each, filter: OCTOBER })
        const plain = keptTable(kept, name, { ...each, filter: OCTOBER })
        const { heads } = plain.table
        const sortable = heads.filter((head) => head.sortable && head.key !== heads[0]?.key)
        const orders = sortable.map(({ key }, place) => (place % 2 === 0 ? key : `-${key}`))
        const all = await bothFiles(plain, { ...each, filter: OCTOBER }, route)
        if (all === null) throw new Error('no rows')
        const orderings = new Set<string>()
        for (const order of orders) {
          const sheet = await bothFiles({ ...plain, order }, { ...each, filter: OCTOBER }, route)
          orderings.add(JSON.stringify(sheet?.rest))
          expect(inAnyOrder(sheet?.rest)).toEqual(inAnyOrder(all.rest))
        }
        if (orders.length > 0) expect(orderings.size, `${name} in one order only`).toBeGreaterThan(1)
        const [hiddenHead] = heads.filter(({ isTitle }) => !isTitle)
        const filter = { ...OCTOBER, ocultas: [`${name}.${hiddenHead?.key ?? ''}`] }
        const part = await bothFiles({ ...plain, filter }, { ...each, filter }, route)
        const [labels = []] = part?.rest ?? []
        const exported = plain.table.sheet ?? plain.table
        expect(labels.map((cell) => cell?.value)).toEqual(
          exported.heads.filter(({ key }) => key !== hiddenHead?.key).map(({ label }) => label),
        )
        await bothFiles({ ...plain, filter, order: orders.at(-1) }, { ...each, filter }, route)
        await refusesUnknown(each, route)
      }
    })

    const books = one.files.filter(({ isBook }) => isBook === true)
    test.runIf(books.length > 0)('exports each table of a book as it shows it', async () => {
      const [each] = asked
      if (each === undefined) throw new Error('no user may ask')
      for (const { table: name, route } of books) {
        const { kept } = await keptOf(one, { ...each, filter: OCTOBER })
        const filter = { ...OCTOBER, ocultas: ['metas.goal', 'perdas.share'] }
        const plain = keptTable(kept, name, { ...each, filter })
        const book = plain.book?.map((part) =>
          part.table.name === 'perdas' ? { ...part, order: 'value' } : part,
        )
        await bothFiles({ ...plain, filter, book }, { ...each, filter }, route)
        const [first, ...others] = keptSheets({ ...plain, filter, book })
        expect(first?.heads.map(({ label }) => label)).toEqual(['Indicador', 'Resultado', 'Diferença'])
        const losses = others.find((sheet) => sheet.name === 'Perdas')
        expect(losses?.heads.map(({ label }) => label)).toEqual(['Motivo', 'Perdas'])
        expect(inAnyOrder(losses?.lines)).not.toHaveLength(0)
        await refusesUnknown(each, route)
        for (const more of [{ columns: 'perdas.surprise' }, { order: 'metas.goal' }])
          expect(
            (await house.ask(each.user.id, addressOf(route.path, {}, { ...queryOf(one, OCTOBER), ...more })))
              .status,
          ).toBe(400)
      }
    })

    async function refusesUnknown({ user }: Asked, route: ReportCase['files'][number]['route']) {
      const ask = (more: object) =>
        house.ask(user.id, addressOf(route.path, {}, { ...queryOf(one, OCTOBER), ...more }))
      for (const more of [{ columns: 'surprise' }, { order: 'surprise' }, { figure: 'surprise' }])
        expect((await ask(more)).status, JSON.stringify(more)).toBe(400)
    }

    const paged = one.files.filter(({ table }) => table === one.report.paged)
    test.runIf(paged.length > 0)('exports the leads of each figure that it opens', async () => {
      const [each] = asked
      if (each === undefined) throw new Error('no user may ask')
      const { kept } = await keptOf(one, each)
      const figures = kept.tables.flatMap((table) =>
        table.heads.flatMap(({ figure }, place) => {
          const line = table.lines.find(({ cells }) => Number(cells[place] ?? 0) > 0)
          return figure === null || line === undefined
            ? []
            : [{ figure, row: line.id, count: line.cells[place] }]
        }),
      )
      for (const { figure, row, count } of figures)
        for (const { table, route } of paged) {
          const { body } = await answerOf(house, one, each, { per_page: HELD_ROWS, figure, row })
          const given = {
            ...keptTable(one.content(body), table, each),
            chosen: { content: kept, figure, row },
          }
          const order = `-${given.table.heads.find(({ isTitle }) => isTitle)?.key ?? ''}`
          const sheet = await bothFiles({ ...given, order }, each, route)
          expect(sheet?.rest, figure).toHaveLength(1 + Number(count))
          expect(String(sheet?.filter[0]?.value), figure).toMatch(/(^|· )Só .+(?: de | · ).+$/)
        }
    })
  })

  test('a filter is named above the columns and, where it is short, in the name', async () => {
    const one = EVERY_REPORT.find((report) => report.path === '/relatorio-indicacoes-corretora')
    if (one === undefined) throw new Error('no report')
    const query = queryOf(one, OCTOBER)
    const path = '/leads/indicationManagerReportExport'
    const asked = { ...query, 'partners[]': [1], broker: BRUNA, figure: 'sold', row: BRUNA }
    const { name, bytes } = await house.file(MANAGER, addressOf(path, {}, asked))
    const above = (await readSheet(bytes)).rows.slice(0, 3).map(([line]) => line?.value)
    const [partner, broker] = [
      NAMES.of({ kind: 'empresas', asks: 'partners[]', label: '' }, 1),
      NAMES.user(BRUNA),
    ]
    expect(above).toEqual([
      'Lume Seguros · Relatório de Indicações da Corretora: Leads · Período: 01/10/2026 a 31/10/2026 (data de criação)',
      `Concessionárias: ${partner} · Corretor: ${broker} · Só Vendidos de ${broker}`,
      expect.stringMatching(new RegExp(`^Dados de .* · Exportado por ${NAMES.user(MANAGER)}$`)),
    ])
    expect(name).toMatch(
      /^relatorio_indicacoes_corretora_leads_(filtrado|[a-z_]+)_01_10_2026_31_10_2026.xlsx$/,
    )
    expect(name).not.toBe('relatorio_indicacoes_corretora_leads_01_10_2026_31_10_2026.xlsx')
  })
})
