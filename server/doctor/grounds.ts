/** What `npm run doctor` can look at: the machine, the database where it may be opened, and the running server's own look. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, findingsSchema } from '../../src/contract/administration/findings.ts'
import { wallNow } from '../base/clock/machine.ts'
import type { Config } from '../base/config.ts'
import { explainFailure } from '../context/failure-reasons.ts'
import { DataDirInUse } from '../db/data-dir-lock.ts'
import { configuredStore, openStore, type Store } from '../db/store.ts'
import { silentFound } from '../health/findings/database.ts'
import { type Found, good, notice, problem } from '../health/findings/found.ts'
import { askDatabase, lookAtMachine } from '../health/findings/look.ts'
import type { FullFinding, Grounds } from '../health/findings/probe.ts'
import { replicaNow } from '../health/replica.ts'
import { createIntegrations } from '../integrations/integrations.ts'

const ANSWERS_WITHIN_MS = 12_000
const unused = () => {}

const inDatabase = (found: Found): FullFinding => ({ ...found, group: 'database' })
const inVersion = (found: Found): FullFinding => ({ ...found, group: 'version' })

/** Where a server with these settings listens, as this machine reaches it. */
function localAddress({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

type Answer =
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] }
  /** A server is there, but gives this machine no information. */
  | { readonly kind: 'closed'; readonly ready: boolean }
  /** Another program has the port. */
  | { readonly kind: 'other' }
  | { readonly kind: 'nobody' }

async function get(url: string, token: string | null): Promise<Response | null> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
  } catch {
    // Nothing listens there, or it does not answer: the caller says so.
    return null
  }
}

/** What the running server says of itself. */
async function askServer(config: Config): Promise<Answer> {
  const address = localAddress(config)
  const own = await get(`${address}/metrics/findings`, config.metricsToken)
  if (own?.ok === true) {
    const parsed = findingsSchema.safeParse(await own.json().catch(() => null))
    if (parsed.success) return { kind: 'findings', findings: parsed.data.findings }
  }
  const ready = await get(`${address}/readyz`, null)
  if (ready === null) return { kind: 'nobody' }
  const said = await ready.text().catch(() => '')
  if (!said.includes('"checks"')) return { kind: 'other' }
  return { kind: 'closed', ready: ready.ok }
}

function serverFound(config: Config, answer: Answer): Found {
  const key = 'server'
  const address = localAddress(config)
  if (answer.kind === 'nobody')
    return notice(
      key,
      `Nenhum Farol responde em ${address}: o que só ele sabe não foi visto.`,
      'Se ele devia estar no ar, inicie-o com npm start e veja o registro (log). Confira HOST e PORT.',
    )
  if (answer.kind === 'other')
    return problem(key, `Outro programa responde em ${address}.`, 'Pare-o, ou escolha outra porta com PORT.')
  if (answer.kind === 'findings') return good(key, `O Farol responde em ${address}.`)
  return answer.ready
    ? notice(
        key,
        `O Farol responde em ${address}, mas não conta a este comando o que só ele sabe.`,
        'Defina METRICS_TOKEN, no servidor e ao chamar este comando.',
      )
    : problem(
        key,
        `O Farol de ${address} diz que não pode servir.`,
        'Veja /readyz e o registro (log) do servidor.',
      )
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const NOT_YET = good('database', 'O banco embutido ainda não existe: a primeira partida o cria.')

/** Returns the database, opened for this look, or a finding that says why it cannot be opened. */
async function openedStore(config: Config): Promise<Store | Found> {
  if (config.databaseUrl === null && !(await exists(join(config.dataDir, 'pglite')))) return NOT_YET
  try {
    return await openStore(configuredStore(config))
  } catch (error) {
    if (error instanceof DataDirInUse)
      return notice(
        'database',
        'O banco embutido está em uso por um Farol, que não contou nada sobre ele.',
        "Veja 'Saúde' em Configurações, ou chame este comando com o servidor parado.",
      )
    if (config.databaseUrl === null)
      return problem(
        'database',
        `O banco embutido não abriu: ${explainFailure(error)}`,
        'Se a pasta DATA_DIR foi danificada, restaure a última cópia dela.',
      )
    return silentFound({ kind: 'postgres' }, error)
  }
}

async function lookAtStore(grounds: Grounds): Promise<FullFinding[]> {
  const store = await openedStore(grounds.config)
  if ('key' in store) return [inDatabase(store)]
  try {
    return await askDatabase(grounds, store, unused)
  } finally {
    await store.close()
  }
}

/** Opens primary and replica for one comparison. */
async function replicaOf({ databaseUrl, databaseReplicaUrl, replicaMaxDelayS }: Config) {
  if (databaseUrl === null || databaseReplicaUrl === null) return null
  const primary = await openStore({ url: databaseUrl, use: 'reports' })
  const replica = await openStore({ url: databaseReplicaUrl, use: 'reports' })
  try {
    return await replicaNow(primary, replica, replicaMaxDelayS)
  } finally {
    await replica.close()
    await primary.close()
  }
}

/**
 * Looks at what can be seen. A running server returns its own findings, which are more accurate: it knows its rights
 * and loops. An embedded database that a server uses is never opened. Never rejects.
 */
export async function examine(config: Config): Promise<Finding[]> {
  const grounds: Grounds = {
    config,
    integrations: createIntegrations(config.integrations),
    now: wallNow,
    process: null,
    replica: () => replicaOf(config),
  }
  const answer = await askServer(config)
  const server = inVersion(serverFound(config, answer))
  if (answer.kind === 'findings') return [...answer.findings, server]
  // Looks at the machine first, because opening the database closes folders that are open to other users.
  const machine = await lookAtMachine(grounds, unused)
  return [...machine, ...(await lookAtStore(grounds)), server].map(
    ({ key, group, state, what, to_do, value }) => ({ key, group, state, what, to_do, value }),
  )
}
