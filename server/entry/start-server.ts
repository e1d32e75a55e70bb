/** Opens the database, migrates it and listens. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { keepAbsences } from '../absences/absences.ts'
import { usersWithoutEmail } from '../accounts/user-email.ts'
import { keepDiscarding } from '../administration/personal-data/without-contact.ts'
import { keepAutomating } from '../automations/keep.ts'
import { stopRestoredAutomations } from '../automations/stop.ts'
import { answerRequests } from '../backup/asked.ts'
import { addBackupGauge, recordedBackup } from '../backup/runs.ts'
import { keepBackingUp } from '../backup/schedule.ts'
import type { Config } from '../base/config.ts'
import { keepLooking } from '../base/keep-looking.ts'
import { createMetrics } from '../base/metrics.ts'
import { closeOwnFiles } from '../base/private-files.ts'
import type { Say } from '../base/say.ts'
import { masterKey } from '../base/settings/device-keys.ts'
import { type Clock, createClock, verdictLine } from '../clock/clock.ts'
import type { AppContext } from '../context/app-context.ts'
import { createSecurityLog } from '../context/security-log.ts'
import { requireEncoding } from '../db/encoding.ts'
import { addMark, ensureEpoch, wasPutBack } from '../db/epoch.ts'
import { migrate } from '../db/migrate.ts'
import { revocationsFile } from '../db/revocations/file.ts'
import { configuredStore, openStore, type Store } from '../db/store.ts'
import { demoIsReachable } from '../demo/reachable.ts'
import { sealAnew, sealedAnewSentence } from '../device-keys/seal-anew.ts'
import { type DeviceSecrets, deviceSecrets } from '../device-keys/secrets.ts'
import { keepExporting, keepRemovingExports } from '../export/export-loop.ts'
import { Rounds } from '../feed/rounds.ts'
import { configProblems } from '../health/findings/access.ts'
import { createHealth } from '../health/health.ts'
import type { LoopName } from '../health/loops.ts'
import { type Replica, watchReplica } from '../health/replica.ts'
import { keepHistory } from '../history/keep.ts'
import { notePutBack } from '../history/restored.ts'
import { keepTellingReceipts, tellNothingOfBefore } from '../indication/receipt-mails.ts'
import { announceIntegrations, createIntegrations } from '../integrations/integrations.ts'
import { keepExpiring } from '../mail/mail-files.ts'
import { folderTransport, smtpTransport } from '../mail/transport.ts'
import { keepPairs } from '../merges/pairs.ts'
import { keepPushing } from '../push/delivery.ts'
import { pushKeys } from '../push/keys.ts'
import { webPushSender } from '../push/sender.ts'
import { readSettings } from '../queries/settings.ts'
import { keepReturning } from '../renewals/returning.ts'
import { keepDelivering } from '../reports/mail-delivery.ts'
import { keepClocks, refreshClocks } from '../reports/queries/working-clocks.ts'
import { keepRevocations } from '../revocations/keep.ts'
import { mirrored, mirrorOf } from '../revocations/mirror.ts'
import { type Reconciled, reconcile } from '../revocations/reconcile.ts'
import { noteReconciled, noteRevocations } from '../revocations/security.ts'
import { revocationSentences } from '../revocations/sentences.ts'
import { LoginAttempts } from '../session/login-attempts.ts'
import { keepHouse } from '../sync/housekeeping.ts'
import { PokeHub } from '../sync/poke-hub.ts'
import { addSyncGauges } from '../sync/sync-gauges.ts'
import { keepMoving } from '../transfers/planned-moves.ts'
import { keepSendingWebhooks } from '../webhooks/delivery.ts'
import { callerOf } from '../webhooks/sender.ts'
import { stopRestored } from '../webhooks/stop.ts'
import { keepSendingMessages } from '../whatsapp/sending.ts'
import { endRestored } from '../whatsapp/sent-failures.ts'
import { keepWhatsApp } from '../whatsapp/work.ts'
import { buildApp } from './app.ts'
import { keepImporting } from './keep-importing.ts'

const WITHOUT_EMAIL =
  'ATENÇÃO: há usuários ativos sem e-mail, porque outro usuário tinha o mesmo. Eles entram, mas não recebem e-mails. ' +
  'Dê a cada um o seu em Usuários. Números:'

const DEMO_WARNING =
  'ATENÇÃO: este banco tem contas de demonstração, cuja senha é pública, e este endereço aceita chamadas de ' +
  'outras máquinas. Não guarde aqui dados de pessoas reais. Para uso só nesta máquina, HOST=127.0.0.1; para ' +
  'trabalhar, comece um banco vazio com DEMO=0.'

/** Requests that still run this long after the stop are cut off. Their clients repeat them under the same key. */
const CUT_AFTER_MS = 5000
/** Queries too, when a database that hangs would hold the process. */
const INTERRUPT_AFTER_MS = 7000

export interface RunningServer {
  readonly address: string
  stop(): Promise<void>
}

/** Fills an empty database with the demo. Its names need a large package that other servers do not load. */
async function fillEmpty(store: Store, { now }: Clock, say: Say): Promise<void> {
  const { DEMO_LEADS, fillDemo, isEmpty } = await import('../demo/fill-demo.ts')
  if (!(await isEmpty(store))) return
  // The demo's leads have their clocks at once. In other databases they are computed while the server runs.
  await refreshClocks(store.db)
  say('Banco vazio: criando dados de demonstração…')
  await fillDemo(store, { leads: DEMO_LEADS, now: new Date(now()) })
}

/** Takes away again what a restore gave back. docs/rules.md#revocations */
async function takeAwayAgain(store: Store, config: Config, say: Say): Promise<Reconciled> {
  const place = mirrorOf(config)
  const reconciled = await reconcile(store, {
    isPutBack: await wasPutBack(store.db),
    ...(place === null ? {} : { more: (installation: string) => mirrored(place, installation) }),
  })
  const sentences = revocationSentences(reconciled, revocationsFile(config.dataDir))
  if (sentences.length > 0) say(`ATENÇÃO: ${sentences.join(' ')}`)
  return reconciled
}

/** A database that came from a backup tells other systems and clients nothing by itself, and acts on no lead. docs/rules.md#webhooks */
export async function stopAfterRestore(
  { db }: Pick<Store, 'db'>,
  { config, now, say }: Pick<Preparing, 'config' | 'say'> & Pick<Clock, 'now'>,
): Promise<void> {
  if (!(await wasPutBack(db))) return
  const lost = await notePutBack(db, config)
  if (lost.length > 0)
    say(
      `ATENÇÃO: este banco foi posto de volta sem npm run restore, e o arquivo de âncoras tem as de depois (${lost.join(', ')}). Se foi você, rode npm run history:verify -- --restored.`,
    )
  await tellNothingOfBefore({ db }, now())
  const automations = await db.transaction().execute((tx) => stopRestoredAutomations(tx, now()))
  if (automations > 0)
    say(
      `ATENÇÃO: este banco foi restaurado, e as automações ligadas (${automations}) foram paradas. Ligue-as na tela Automações.`,
    )
  const ended = await db.transaction().execute((tx) => endRestored(tx, now()))
  if (ended > 0)
    say(
      `ATENÇÃO: este banco foi restaurado, e as mensagens de WhatsApp que esperavam (${ended}) não saem sozinhas. Os corretores as veem como sugestão.`,
    )
  const stopped = await db.transaction().execute((tx) => stopRestored(tx, now()))
  if (stopped > 0)
    say(
      `ATENÇÃO: este banco foi restaurado, e os webhooks ligados (${stopped}) foram parados. Ligue-os na tela Webhooks.`,
    )
}

interface Prepared {
  readonly epoch: string
  readonly reconciled: Reconciled
}

interface Preparing {
  readonly config: Config
  readonly clock: Clock
  readonly say: Say
}

async function prepare(store: Store, { config, clock, say }: Preparing): Promise<Prepared> {
  await requireEncoding(store)
  await migrate(store.db, say)
  // Before anything writes an instant that would be taken for the database's own memory.
  await clock.look()
  const reconciled = await takeAwayAgain(store, config, say)
  await stopAfterRestore(store, { config, now: clock.now, say })
  if (config.demo) await fillEmpty(store, clock, say)
  const without = await usersWithoutEmail(store.db)
  if (without.length > 0) say(`${WITHOUT_EMAIL} ${without.join(', ')}.`)
  const epoch = await ensureEpoch(store.db)
  await announceIntegrations(store.db, config)
  return { epoch, reconciled }
}

/** The keys of protected devices and code apps, which open all that this installation sealed. null: there is none. */
async function readySecrets(store: Store, config: Config, say: Say): Promise<DeviceSecrets | null> {
  const master = masterKey(config)
  if (master === null) return null
  const { deviceKeysKeyBefore: former } = config
  const now = deviceSecrets(master)
  const before = former === null ? null : deviceSecrets(former)
  const anew = await sealAnew(store, { now, before })
  if (before !== null) say(sealedAnewSentence(anew))
  return now
}

/**
 * Answers requests for backups, because only this server can read the embedded database. Returns a function that stops
 * it.
 */
async function answerBackups(
  { store, config, now, integrations: { files } }: AppContext,
  warn: (error: unknown) => void,
): Promise<() => Promise<void>> {
  if (store.kind === 'postgres') return () => Promise.resolve()
  const end = new AbortController()
  const close = await answerRequests(
    config.dataDir,
    ({ dir, key }) =>
      recordedBackup(
        { store, files },
        {
          dir,
          key: key ?? config.backup.key,
          scheduled: false,
          ownDir: config.backup.dir,
          stop: end.signal,
          now,
        },
      ),
    warn,
  )
  return async () => {
    end.abort()
    await close()
  }
}

/** Values of HOST that are shown as localhost. A browser stores data by name, so the name must not vary with HOST. */
const SAID_AS_LOCALHOST: readonly string[] = ['0.0.0.0', '::', '127.0.0.1', '::1']

/** Listens and returns the origin for people. Silences Fastify's own line for each interface. */
async function listen(app: FastifyInstance, { host, port, logLevel }: Config): Promise<string> {
  app.log.level = 'silent'
  const bound = new URL(await app.listen({ port, host }))
  app.log.level = logLevel
  if (SAID_AS_LOCALHOST.includes(host)) bound.hostname = 'localhost'
  return bound.origin
}

/**
 * Breaks the databases' connections again and again, since work that was cut off may connect anew. Returns a function
 * that stops it.
 */
function interruptLater(stores: readonly Store[]): () => void {
  let again: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    again = setInterval(() => {
      for (const store of stores) store.interrupt()
    }, 100)
  }, INTERRUPT_AFTER_MS)
  return () => {
    clearTimeout(first)
    clearInterval(again)
  }
}

/**
 * Still takes requests for `graceS`, so that a proxy that asks `/readyz` sends them elsewhere. Then accepts no more and
 * waits for the running ones. A keep-alive connection turns idle only after its answer,
 * so the interval closes it.
 */
async function finish(app: FastifyInstance, graceS: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CUT_AFTER_MS)
  await sleep(graceS * 1000)
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(cut)
  }
}

/** Closes files that an earlier version or a restored backup left open to other users. */
async function closeFiles({ dataDir, integrations: { filesDir } }: Config, say: Say): Promise<void> {
  const { left, shared } = await closeOwnFiles({ dataDir, filesDir })
  if (shared.length > 0)
    say(
      `ATENÇÃO: em ${shared.join(' e ')} há mais do que o Farol guarda. Só o que é do Farol foi fechado a ` +
        'outros usuários desta máquina; a pasta, não. Use em DATA_DIR e FILES_DIR pastas só do Farol.',
    )
  const [first, ...more] = left
  if (first === undefined) return
  const rest = more.length === 0 ? '' : ` e mais ${more.length}`
  say(
    `ATENÇÃO: outros usuários desta máquina têm acesso a ${first}${rest}, e não foi possível tirá-lo: o dono ` +
      'é outro. Mude o dono das pastas de DATA_DIR e FILES_DIR para o usuário que executa o Farol.',
  )
}

/**
 * Starts the server; resolves when it listens. Throws DataDirInUse, or the error of the database or of the port.
 * `say` receives lines for the operator.
 */
export async function startServer(
  config: Config,
  say: Say,
  { wall }: { readonly wall?: () => number } = {},
): Promise<RunningServer> {
  await closeFiles(config, say)
  const store = await openStore(configuredStore(config))
  const openReports = (url: string | null) =>
    url === null ? Promise.resolve(null) : openStore({ url, use: 'reports' })
  const reports = await openReports(config.databaseUrl)
  const copy = await openReports(config.databaseReplicaUrl)
  const stores = [copy, reports, store].filter((each) => each !== null)
  /** Functions that end what runs, the latest first. */
  const ends: (() => Promise<void>)[] = []
  const endAll = async () => {
    for (const end of ends) await end()
    for (const each of stores) await each.close()
  }
  try {
    let replica: Replica | null = null
    const clock = createClock(store, {
      sessionDays: config.sessionDays,
      tell: (verdict, nowMs) => say(verdictLine(verdict, nowMs)),
      ...(wall === undefined ? {} : { wall }),
    })
    const { now } = clock
    const { epoch, reconciled } = await prepare(store, { config, clock, say })
    const pokes = new PokeHub()
    const metrics = createMetrics()
    const onPrimary = reports ?? store
    if (copy !== null)
      replica = await watchReplica({
        primary: store,
        onPrimary,
        replica: copy,
        maxDelayS: config.replicaMaxDelayS,
        say,
        countPrimary: () => metrics.reportsFromPrimary.inc(),
      })
    const watched = replica
    ends.unshift(async () => watched?.stop())
    const integrations = createIntegrations(config.integrations)
    const health = createHealth(store, { config, metrics, replica, integrations, clock })
    const secrets = await readySecrets(store, config, say)
    const context: AppContext = {
      store,
      get reports() {
        return watched?.reader() ?? onPrimary.db
      },
      config,
      epoch,
      now,
      clock,
      metrics,
      health,
      security: createSecurityLog(
        (line) => process.stdout.write(`${line}\n`),
        now,
        (event) => metrics.securityEvents.inc({ event }),
      ),
      pokes,
      rounds: new Rounds(store, metrics),
      passwordAttempts: new LoginAttempts(),
      factorAttempts: new LoginAttempts(),
      deviceSecrets: secrets,
      integrations,
    }
    noteRevocations(context)
    noteReconciled(context, reconciled)
    await context.rounds.fill()
    if (await demoIsReachable(context)) say(DEMO_WARNING)
    for (const { key, what, to_do } of configProblems(config, await readSettings(store.db)))
      say(`ATENÇÃO: ${what} ${to_do}`, { finding: key })
    ends.unshift(() => pokes.stop())
    await pokes.start(store)
    const app = await buildApp(context)
    const loop = (name: LoopName, words: string) =>
      health.loops.watch(name, (error) => app.log.error({ err: error }, words))
    ends.unshift(keepLooking(MINUTE_MS, () => clock.look(), loop('clock', 'clock failed')))
    const { mailUrl, mailDir, mailFrom } = config.integrations
    const mails = mailUrl === null ? folderTransport(mailDir, mailFrom) : smtpTransport(mailUrl, mailFrom)
    ends.unshift(keepExpiring(context, loop('mail_files', 'could not delete old mail files')))
    ends.unshift(keepDelivering(context, mails, loop('mails', 'mail failed')))
    ends.unshift(keepClocks(store.db, loop('clocks', 'clocks failed')))
    ends.unshift(keepPairs(store.db, loop('pairs', 'pairs of clients failed')))
    ends.unshift(keepLooking(HOUR_MS, () => addMark(store.db), loop('marks', 'mark failed')))
    ends.unshift(keepHouse(context, loop('house', 'housekeeping failed')))
    ends.unshift(keepRevocations(context, loop('revocations', 'revocations failed')))
    ends.unshift(keepDiscarding(context, loop('discards', 'discard failed')))
    ends.unshift(keepAbsences(context, loop('absences', 'absences failed')))
    ends.unshift(keepMoving(context, loop('departures', 'departure failed')))
    ends.unshift(keepHistory(context, loop('history', 'check of histories failed')))
    ends.unshift(keepTellingReceipts(context, loop('receipts', 'receipt failed')))
    ends.unshift(keepReturning(context, loop('returns', 'return failed')))
    ends.unshift(keepExporting(context, loop('exports', 'export failed')))
    ends.unshift(keepRemovingExports(context, loop('export_files', 'could not delete old exports')))
    ends.unshift(keepImporting(context, loop('imports', 'import failed')))
    const push = webPushSender(config.push, await pushKeys(context))
    ends.unshift(keepPushing(context, push, loop('pushes', 'push failed')))
    addSyncGauges(metrics.registry, context.rounds)
    ends.unshift(keepAutomating(context, loop('automations', 'automation failed')))
    ends.unshift(keepSendingWebhooks(context, callerOf(config.webhooks), loop('webhooks', 'webhook failed')))
    ends.unshift(keepSendingMessages(context, loop('messages', 'message failed')))
    ends.unshift(keepWhatsApp(context, loop('whatsapp', 'an event of WhatsApp failed')))
    addBackupGauge(metrics.registry, store, { isExpected: config.backup.dir !== null, now })
    ends.unshift(keepBackingUp(context, say, loop('backups', 'backup failed')))
    const failed = (error: unknown) => {
      health.note(error)
      app.log.error({ err: error }, 'backup by hand failed')
    }
    ends.unshift(await answerBackups(context, failed))
    return {
      address: await listen(app, config),
      stop: async () => {
        health.announceStop()
        const stopInterrupting = interruptLater(stores)
        await finish(app, config.stopGraceS)
        await endAll()
        stopInterrupting()
      },
    }
  } catch (error) {
    await endAll()
    throw error
  }
}
