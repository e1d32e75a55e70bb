/** Calls of 'Vendas Quiver': docs/rules.md#report-quiver-sales */
import {
  type QuiverProducts,
  quiverProductsRoute,
  quiverSalesBinding,
  quiverSalesRoute,
} from '../../../src/contract/reports/quiver-sales.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { rangeText } from '../../../src/domain/reports/period.ts'
import { type QuiverSales, quiverSales } from '../../../src/domain/reports/quiver-sales.ts'
import { formatDateTime } from '../../../src/domain/time/sao-paulo.ts'
import type { AppContext } from '../../context/app-context.ts'
import { notConfigured, unavailable } from '../../context/refusal.ts'
import { keepProducts, keepSales, keptProducts, keptSales } from '../../integrations/quiver/answers.ts'
import type { QuiverAnswer, QuiverService, SalesQuestion } from '../../integrations/quiver/quiver.ts'
import { serve } from '../../wire/serve.ts'
import { askedRange } from '../queries/report-scope.ts'
import { answerSheet, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Context = Pick<AppContext, 'store' | 'integrations' | 'now'>
type Query = Parsed<(typeof quiverSalesRoute)['query']>
type Failed = Extract<QuiverAnswer<unknown>, { kind: 'failed' }>

const NOT_CONFIGURED =
  'O Quiver não está configurado neste servidor. Peça a quem o administra; o que falta está em Configurações, Integrações.'

const FAILURES: Readonly<Record<Failed['failure'], string>> = {
  refused: 'O Quiver recusou o usuário deste servidor.',
  busy: 'O Quiver recebeu consultas demais por agora.',
  silent: 'O Quiver não respondeu como esperado.',
}

function serviceOf({ integrations: { quiver } }: Context): QuiverService {
  if (quiver === null) throw notConfigured(NOT_CONFIGURED)
  return quiver
}

const questionOf = ({ from, to, product }: Query, nowMs: number): SalesQuestion => ({
  ...askedRange(from, to, { period: '7-dias', nowMs }),
  product,
})

const keptWords = ({ failure }: Failed, at: string, more = '') =>
  `${FAILURES[failure]} Estes são os dados de ${formatDateTime(at)}${more}.`

/** A later try may succeed. */
const nothingKept = ({ failure }: Failed) =>
  unavailable(`${FAILURES[failure]} Tente de novo em alguns minutos.`)

type Warn = (failed: Failed) => void

/** Returns what Quiver answers, or its last good answer to these days. Throws Refusal `unavailable` without either. */
async function salesOf(context: Context, question: SalesQuestion, warn: Warn): Promise<QuiverSales> {
  const { db } = context.store
  const answer = await serviceOf(context).sales(question)
  if (answer.kind === 'ok') {
    const as_of = new Date(context.now()).toISOString()
    await keepSales(db, question, answer.value, as_of)
    return { as_of, problem: null, data: answer.value.rows, broken: answer.value.broken }
  }
  warn(answer)
  const kept = await keptSales(db, question)
  if (kept === null) throw nothingKept(answer)
  const { value, at, days } = kept
  const isWhole = days.from === question.from && days.to === question.to
  return {
    as_of: at,
    problem: keptWords(answer, at, isWhole ? '' : `, só de ${rangeText(days)}`),
    data: value.rows,
    broken: value.broken,
  }
}

async function productsOf(context: Context, warn: Warn): Promise<QuiverProducts> {
  const { db } = context.store
  const answer = await serviceOf(context).products()
  if (answer.kind === 'ok') {
    const as_of = new Date(context.now()).toISOString()
    await keepProducts(db, answer.value, as_of)
    return { as_of, problem: null, data: answer.value.rows, broken: answer.value.broken }
  }
  warn(answer)
  const kept = await keptProducts(db)
  if (kept === null) throw nothingKept(answer)
  const { value, at } = kept
  return { as_of: at, problem: keptWords(answer, at), data: value.rows, broken: value.broken }
}

const NO_WARNING: Warn = () => {}

const warnIn =
  (log: { warn(about: object, message: string): void }): Warn =>
  ({ failure, reason }) =>
    log.warn({ failure, reason }, 'Quiver did not answer')

async function salesSheet({ context, query }: SheetAsked<Query>): Promise<SheetSource> {
  const question = questionOf(query, context.now())
  const answer = await salesOf(context, question, NO_WARNING)
  const { data, problem } = answer
  return answerSheet(quiverSales, answer, {
    table: 'vendas',
    range: { from: question.from, to: question.to },
    notes: problem === null ? [] : [problem],
    nameOf: (_, id) => data.find(({ product_id }) => product_id === id)?.product_name,
  })
}

export const quiverSalesReport = servedReport(quiverSalesBinding, {
  answer: ({ context, query }) => salesOf(context, questionOf(query, context.now()), NO_WARNING),
  sheets: [salesSheet],
  isAnsweredElsewhere: true,
  isOutside: true,
  also: (app, context) => {
    serve(app, quiverSalesRoute, ({ query, request }) =>
      salesOf(context, questionOf(query, context.now()), warnIn(request.log)),
    )
    serve(app, quiverProductsRoute, ({ request }) => productsOf(context, warnIn(request.log)))
  },
})
