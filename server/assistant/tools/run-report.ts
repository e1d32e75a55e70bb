/** Tool: runs a report with its filters. */
import { z } from 'zod'
import { fieldOf } from '../../../src/domain/reports/filters.ts'
import { PRESET_NAMES, rangeText } from '../../../src/domain/reports/period.ts'
import { askedMonthWords } from '../../../src/domain/reports/reference-month.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { readableReports } from '../../reports/calls/registry.ts'
import type { ReadableReport } from '../../reports/calls/served-report.ts'
import { choicesOf } from './choices.ts'
import { contentForService } from './report-cells.ts'
import { defineTool, type Tool, type ToolAsked, ToolRefusal, userOf } from './tool.ts'

/** Rows of leads that the service gets. */
const LEAD_ROWS = 15

const names = z.array(z.string().max(120)).max(20)

const shape = {
  periodo: z.enum(PRESET_NAMES).optional().describe('Um período pelo nome; ou use de e ate'),
  de: z.iso.date().optional().describe('Primeiro dia, AAAA-MM-DD'),
  ate: z.iso.date().optional().describe('Último dia, AAAA-MM-DD'),
  mes: z
    .string()
    .regex(/^\d{4}(\d{2})?$/)
    .optional()
    .describe('Só de processamentos: AAAAMM ou AAAA'),
  corretores: names.optional(),
  indicador: z.string().max(120).optional(),
  empresas: names.optional().describe('Concessionárias'),
  seguros: names.optional().describe('Tipo de estoque: veículo novo, usado, venda direta'),
  canais: names.optional(),
  equipes: names.optional(),
  cliente: z.string().max(120).optional().describe('Parte do nome do cliente'),
}
type Args = z.output<z.ZodObject<typeof shape>>

/** The field of a report's filter that each argument sets. */
const FIELDS: Readonly<Partial<Record<keyof Args, ReturnType<typeof fieldOf>>>> = {
  corretores: 'corretores',
  indicador: 'indicador',
  empresas: 'empresas',
  seguros: 'estoque',
  canais: 'canais',
  equipes: 'equipes',
  cliente: 'texto',
  mes: 'mes',
}

/** An argument that the report does not offer to this user would be left out in silence. */
function mustOffer({ title, filters, periodLabel }: ReadableReport, user: SessionUser, args: Args): void {
  const role = roleOf(user)
  for (const [name, field] of Object.entries(FIELDS)) {
    if (args[name as keyof Args] === undefined) continue
    const offered = filters.some(
      ({ kind, roles }) => fieldOf(kind) === field && (roles?.includes(role) ?? true),
    )
    if (!offered) throw new ToolRefusal(`${title} não tem o filtro '${name}'.`)
  }
  const dates = [args.periodo, args.de, args.ate].some((given) => given !== undefined)
  if (periodLabel === null && dates) throw new ToolRefusal(`${title} não tem período; use mes.`)
  if ((args.de === undefined) !== (args.ate === undefined)) throw new ToolRefusal('Dê de e ate juntos.')
}

async function filterOf(
  { context, ...asked }: ToolAsked,
  args: Args,
  tab: string | null,
): Promise<ReportFilter> {
  const { db } = context.store
  const user = userOf({ context, ...asked })
  const ids = async (kind: Parameters<typeof choicesOf>[2], given: readonly string[] | undefined) =>
    (await choicesOf(db, user, kind, given))?.map(({ id }) => id)
  const inviter = await ids('indicador', args.indicador === undefined ? undefined : [args.indicador])
  const given: ReportFilter = {
    periodo: args.periodo,
    de: args.periodo === undefined ? args.de : undefined,
    ate: args.periodo === undefined ? args.ate : undefined,
    mes: args.mes,
    corretores: await ids('corretor', args.corretores),
    indicador: inviter?.[0],
    empresas: await ids('empresa', args.empresas),
    estoque: await ids('seguro', args.seguros),
    canais: await ids('canal', args.canais),
    equipes: await ids('equipe', args.equipes),
    texto: args.cliente,
    aba: tab ?? undefined,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const FILTER_WORDS: Readonly<Partial<Record<keyof Args, string>>> = {
  corretores: 'por corretor',
  indicador: 'por indicador',
  empresas: 'por concessionária',
  seguros: 'por tipo de seguro',
  canais: 'por canal',
  equipes: 'por equipe',
  cliente: 'por cliente',
}

/** Names no person: the link shows them. */
const filterWords = (args: Args) =>
  Object.entries(FILTER_WORDS).flatMap(([name, words]) =>
    args[name as keyof Args] === undefined ? [] : words,
  )

const lineOf = ({ name, title, periodLabel, filters }: ReadableReport) =>
  `${name}: ${title}${periodLabel === null ? '' : ` (período por ${periodLabel.toLowerCase()})`}; filtros: ${
    filters.map(({ label }) => label).join(', ') || 'nenhum'
  }`

/** null: the user sees no report. */
export function runReportTool(user: SessionUser): Tool | null {
  const reports = readableReports(user)
  const [first, ...others] = reports.map(({ name }) => name)
  if (first === undefined) return null
  return defineTool({
    name: 'executar_relatorio',
    description: `Executa um relatório do Farol e traz seus números e tabelas. Relatórios:\n${reports.map(lineOf).join('\n')}`,
    args: z.strictObject({ relatorio: z.enum([first, ...others]), ...shape }),
    run: async (asked, { relatorio, ...args }) => {
      const report = reports.find(({ name }) => name === relatorio)
      if (report === undefined) throw new ToolRefusal('Não existe este relatório.')
      mustOffer(report, user, args)
      const filter = await filterOf(asked, args, report.tab)
      const { content, range } = await report.read({
        context: asked.context,
        user,
        filter,
        rows: LEAD_ROWS,
      })
      const when =
        range === null ? (args.mes === undefined ? null : askedMonthWords(args.mes)) : rangeText(range)
      // The address says the days: a preset would show others tomorrow.
      const { periodo: _preset, ...rest } = filter
      const search = range === null ? rest : { ...rest, de: range.from, ate: range.to }
      return {
        result: { relatorio: report.title, periodo: when, ...contentForService(content, asked.placeholders) },
        consulted: {
          label: [report.title, when, ...filterWords(args)].filter((part) => part !== null).join(', '),
          to: report.path,
          search,
        },
      }
    },
  })
}
