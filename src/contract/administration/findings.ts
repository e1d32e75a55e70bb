/** 'Saúde': what administrators read about the server, each fact with what to do. docs/operations.md#doctor */
import { z } from 'zod'
import { routesOf } from '../route.ts'
import { messageSchema } from '../session.ts'

const { get, post } = routesOf('Configurações')

/** In the order of screen and command. */
export const FINDING_GROUPS = {
  database: 'Banco de dados',
  disk: 'Disco',
  files: 'Arquivos',
  backup: 'Cópias de segurança',
  replica: 'Réplica',
  mail: 'E-mail',
  push: 'Avisos push',
  services: 'Serviços',
  access: 'Acesso e segurança',
  queue: 'Fila',
  sync: 'Sincronização',
  version: 'Relógio e versão',
} as const
export type FindingGroup = keyof typeof FINDING_GROUPS

const groupSchema = z.literal([
  'database',
  'disk',
  'files',
  'backup',
  'replica',
  'mail',
  'push',
  'services',
  'access',
  'queue',
  'sync',
  'version',
]) satisfies z.ZodType<FindingGroup>

/** The finding that a person may answer by confirming the time. docs/rules.md#clock */
export const CLOCK_MEMORY = 'clock_memory'

export const findingSchema = z.object({
  /** Exactly one finding of a look has it. */
  key: z.string(),
  group: groupSchema,
  state: z.enum(['good', 'notice', 'problem']),
  what: z.string(),
  /** null when the state is good. */
  to_do: z.string().nullable(),
  /** A figure beside the words. It is never an address with a password, nor a key. */
  value: z.string().nullable(),
})
export type Finding = z.infer<typeof findingSchema>
export type FindingState = Finding['state']

export const findingsSchema = z.object({
  /** ISO 8601. */
  looked_at: z.string(),
  findings: z.array(findingSchema),
})
export type Findings = z.infer<typeof findingsSchema>

/** `again`: looks now. Otherwise a look of the last minutes will do. */
export const findingsRoute = get('/health/findings', 'settings.manage', {
  query: z.object({ again: z.literal('1').optional() }),
  answer: findingsSchema,
})

/** The time that the server shows is right. 409 while its clock and the database's differ. */
export const confirmClockRoute = post('/health/clock', 'settings.manage', {
  confirms: 'always',
  answer: messageSchema,
})

const URGENCY: readonly FindingState[] = ['problem', 'notice', 'good']

/** Problems first, then notices; among them in the order of the groups. */
export function byUrgency(findings: readonly Finding[]): Finding[] {
  const groups = Object.keys(FINDING_GROUPS)
  const rank = ({ state, group }: Finding) => URGENCY.indexOf(state) * groups.length + groups.indexOf(group)
  return findings.toSorted((one, other) => rank(one) - rank(other))
}

/** '1 problema, 2 avisos, 30 em ordem' */
export function countWords(findings: readonly Finding[]): string {
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length
  const words = (number: number, one: string, many: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]
  return [
    ...words(count('problem'), 'problema', 'problemas'),
    ...words(count('notice'), 'aviso', 'avisos'),
    ...words(count('good'), 'em ordem', 'em ordem'),
  ].join(', ')
}
