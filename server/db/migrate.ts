/** Migrates a database to the present schema. Several servers may start at once: the migrator takes a lock. */
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { z } from 'zod'
import type { Say } from '../base/say.ts'
import type { Database } from './database.ts'
import { up as reference } from './migrations/0001-reference.ts'
import { up as leads } from './migrations/0002-leads.ts'
import { up as operations } from './migrations/0003-operations.ts'
import { up as sync } from './migrations/0004-sync.ts'
import { up as leadLife } from './migrations/0005-lead-life.ts'
import { up as lookUps } from './migrations/0006-look-ups.ts'
import { up as scopeVersion } from './migrations/0007-scope-version.ts'
import { up as referredClients } from './migrations/0008-referred-clients.ts'
import { up as knownClients } from './migrations/0009-known-clients.ts'
import { up as seenByRole } from './migrations/0010-seen-by-role.ts'
import { up as waitingFiles } from './migrations/0011-waiting-files.ts'
import { up as sessionEndings } from './migrations/0012-session-endings.ts'
import { up as callResults } from './migrations/0013-call-results.ts'
import { up as renewedPolicy } from './migrations/0014-renewed-policy.ts'
import { up as captureOnTime } from './migrations/0015-capture-on-time.ts'
import { up as leadRules } from './migrations/0016-lead-rules.ts'
import { up as administration } from './migrations/0017-administration.ts'
import { up as userViews } from './migrations/0018-user-views.ts'
import { up as clientErasures } from './migrations/0019-client-erasures.ts'
import { up as deviceNames } from './migrations/0020-device-names.ts'
import { up as auditFilters } from './migrations/0021-audit-filters.ts'
import { up as viewerPoke } from './migrations/0022-viewer-poke.ts'
import { up as clientsByName } from './migrations/0023-clients-by-name.ts'
import { up as renewalImport } from './migrations/0024-renewal-import.ts'
import { up as reports } from './migrations/0025-reports.ts'
import { up as leadDuplicates } from './migrations/0026-lead-duplicates.ts'
import { up as reportViews } from './migrations/0027-report-views.ts'
import { up as externalIndication } from './migrations/0028-external-indication.ts'
import { up as assistant } from './migrations/0029-assistant.ts'
import { up as quiverAnswers } from './migrations/0030-quiver-answers.ts'
import { up as workingClocks } from './migrations/0031-working-clocks.ts'
import { up as reportIndexes } from './migrations/0032-report-indexes.ts'
import { up as push } from './migrations/0033-push.ts'
import { up as returningLeads } from './migrations/0034-returning-leads.ts'
import { up as mailOutcomes } from './migrations/0035-mail-outcomes.ts'
import { up as auditTypedTexts } from './migrations/0036-audit-typed-texts.ts'
import { up as legalKeep } from './migrations/0037-legal-keep.ts'
import { up as sessionConfirmations } from './migrations/0039-session-confirmations.ts'
import { up as dataRequests } from './migrations/0040-data-requests.ts'
import { up as healthConsent } from './migrations/0041-health-consent.ts'
import { up as auditAndAddresses } from './migrations/0042-audit-and-addresses.ts'
import { up as syncMarks } from './migrations/0043-sync-marks.ts'
import { up as privacyUids } from './migrations/0045-privacy-uids.ts'
import { up as backupRuns } from './migrations/0046-backup-runs.ts'
import { up as leadTransfers } from './migrations/0047-lead-transfers.ts'
import { up as leadsLeftAtOnce } from './migrations/0048-leads-left-at-once.ts'
import { up as creationLog } from './migrations/0049-creation-log.ts'
import { up as namesInOrder } from './migrations/0051-names-in-order.ts'
import { up as samePolicy } from './migrations/0055-same-policy.ts'
import { up as imports } from './migrations/0056-imports.ts'
import { up as oldNumbers } from './migrations/0057-old-numbers.ts'
import { up as wholeExports } from './migrations/0058-whole-exports.ts'
import { up as clientMerges } from './migrations/0059-client-merges.ts'
import { up as clocksInBatches } from './migrations/0061-clocks-in-batches.ts'
import { up as devices } from './migrations/0062-devices.ts'
import { up as secondFactors } from './migrations/0065-second-factors.ts'
import { up as passkeys } from './migrations/0066-passkeys.ts'
import { up as highestVersions } from './migrations/0067-highest-versions.ts'
import { up as deviceKeys } from './migrations/0068-device-keys.ts'
import { up as countedLeads } from './migrations/0071-counted-leads.ts'
import { up as mappingDayOrders } from './migrations/0074-mapping-day-orders.ts'
import { up as insurers } from './migrations/0075-insurers.ts'
import { up as knownPeople } from './migrations/0076-known-people.ts'
import { up as revocations } from './migrations/0077-revocations.ts'
import { up as clockMemory } from './migrations/0079-clock-memory.ts'
import { up as backupChecks } from './migrations/0080-backup-checks.ts'
import { up as accountGuards } from './migrations/0081-account-guards.ts'
import { up as heldIndications } from './migrations/0082-held-indications.ts'
import type { Store } from './store.ts'

/** In order. A released migration must never change. */
const migrations: Record<string, Migration> = {
  '0001-reference': { up: reference },
  '0002-leads': { up: leads },
  '0003-operations': { up: operations },
  '0004-sync': { up: sync },
  '0005-lead-life': { up: leadLife },
  '0006-look-ups': { up: lookUps },
  '0007-scope-version': { up: scopeVersion },
  '0008-referred-clients': { up: referredClients },
  '0009-known-clients': { up: knownClients },
  '0010-seen-by-role': { up: seenByRole },
  '0011-waiting-files': { up: waitingFiles },
  '0012-session-endings': { up: sessionEndings },
  '0013-call-results': { up: callResults },
  '0014-renewed-policy': { up: renewedPolicy },
  '0015-capture-on-time': { up: captureOnTime },
  '0016-lead-rules': { up: leadRules },
  '0017-administration': { up: administration },
  '0018-user-views': { up: userViews },
  '0019-client-erasures': { up: clientErasures },
  '0020-device-names': { up: deviceNames },
  '0021-audit-filters': { up: auditFilters },
  '0022-viewer-poke': { up: viewerPoke },
  '0023-clients-by-name': { up: clientsByName },
  '0024-renewal-import': { up: renewalImport },
  '0025-reports': { up: reports },
  '0026-lead-duplicates': { up: leadDuplicates },
  '0027-report-views': { up: reportViews },
  '0028-external-indication': { up: externalIndication },
  '0029-assistant': { up: assistant },
  '0030-quiver-answers': { up: quiverAnswers },
  '0031-working-clocks': { up: workingClocks },
  '0032-report-indexes': { up: reportIndexes },
  '0033-push': { up: push },
  '0034-returning-leads': { up: returningLeads },
  '0035-mail-outcomes': { up: mailOutcomes },
  '0036-audit-typed-texts': { up: auditTypedTexts },
  '0037-legal-keep': { up: legalKeep },
  '0039-session-confirmations': { up: sessionConfirmations },
  '0040-data-requests': { up: dataRequests },
  '0041-health-consent': { up: healthConsent },
  '0042-audit-and-addresses': { up: auditAndAddresses },
  '0043-sync-marks': { up: syncMarks },
  '0045-privacy-uids': { up: privacyUids },
  '0046-backup-runs': { up: backupRuns },
  '0047-lead-transfers': { up: leadTransfers },
  '0048-leads-left-at-once': { up: leadsLeftAtOnce },
  '0049-creation-log': { up: creationLog },
  '0051-names-in-order': { up: namesInOrder },
  '0055-same-policy': { up: samePolicy },
  '0056-imports': { up: imports },
  '0057-old-numbers': { up: oldNumbers },
  '0058-whole-exports': { up: wholeExports },
  '0059-client-merges': { up: clientMerges },
  '0061-clocks-in-batches': { up: clocksInBatches },
  '0062-devices': { up: devices },
  '0065-second-factors': { up: secondFactors },
  '0066-passkeys': { up: passkeys },
  '0067-highest-versions': { up: highestVersions },
  '0068-device-keys': { up: deviceKeys },
  '0071-counted-leads': { up: countedLeads },
  '0074-mapping-day-orders': { up: mappingDayOrders },
  '0075-insurers': { up: insurers },
  '0076-known-people': { up: knownPeople },
  '0077-revocations': { up: revocations },
  '0079-clock-memory': { up: clockMemory },
  '0080-backup-checks': { up: backupChecks },
  '0081-account-guards': { up: accountGuards },
  '0082-held-indications': { up: heldIndications },
}

/** A newer version of Farol has changed the database: this one would read and write it wrongly. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase'
}

const ranSchema = z.array(z.object({ name: z.string() }))
const RAN = 'select name from kysely_migration'

const foreignAmong = (ran: readonly { readonly name: string }[]): string | undefined =>
  ran.map(({ name }) => name).findLast((name) => !Object.hasOwn(migrations, name))

/** `newer`: a migration ran that this version does not know; `older`: one is missing. */
export type MigrationState = 'known' | 'newer' | 'older'

/** Rejects when the database does not answer. */
export async function migrationState(store: Pick<Store, 'ask'>): Promise<MigrationState> {
  const ran = ranSchema.parse(await store.ask(RAN))
  if (foreignAmong(ran) !== undefined) return 'newer'
  return ran.length === Object.keys(migrations).length ? 'known' : 'older'
}

const newer = (foreign: string) =>
  `o banco de dados é de uma versão mais nova do Farol: esta não conhece a mudança ${foreign}. Inicie a versão ` +
  'mais nova; para voltar a esta, restaure antes uma cópia do banco feita com ela.'

/** Returns the error to show. It replaces the migrator's, which calls a newer database corrupted. */
async function reasonOf(db: Kysely<Database>, error: unknown): Promise<unknown> {
  const ran = await sql
    .raw(RAN)
    .execute(db)
    .then(
      ({ rows }) => ranSchema.parse(rows),
      // The database cannot be asked, so the error itself is the reason.
      () => [],
    )
  const foreign = foreignAmong(ran)
  if (foreign === undefined) return error
  return new NewerDatabase(newer(foreign), { cause: error })
}

const migratorOf = (db: Kysely<Database>, all = migrations) =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve(all) } })

/** A migration that takes longer is reported to the person who waits for the server. docs/operations.md#upgrade */
const LONG_MS = 1000

/** The migrations. Each that takes longer than LONG_MS reports its duration to `say`. */
const timed = (say: Say): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      {
        up: async (db: Kysely<unknown>) => {
          const began = performance.now()
          await migration.up(db)
          const ms = performance.now() - began
          if (ms >= LONG_MS) say(`Mudança ${name} do banco de dados feita em ${Math.round(ms / 1000)} s.`)
        },
      },
    ]),
  )

/** Runs the missing migrations. Throws NewerDatabase, or the error of the first one that fails. */
export async function migrate(db: Kysely<Database>, say: Say = () => {}): Promise<void> {
  const { error } = await migratorOf(db, timed(say)).migrateToLatest()
  if (error !== undefined) throw await reasonOf(db, error)
}

/** True for a migration of this version of Farol. */
export const isKnown = (migration: string): boolean => Object.hasOwn(migrations, migration)

/** Runs the migrations up to this one. Throws the error of the first one that fails. */
export async function migrateTo(db: Kysely<Database>, migration: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(migration)
  if (error !== undefined) throw error
}

/** Returns the last migration that ran; null where none did. Throws NewerDatabase when this version does not know it. */
export async function lastMigration(db: Kysely<Database>): Promise<string | null> {
  const { rows: present } = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present`.execute(db)
  if (present[0]?.present !== true) return null
  const ran = ranSchema.parse((await sql.raw(`${RAN} order by name`).execute(db)).rows)
  const foreign = foreignAmong(ran)
  if (foreign !== undefined) throw new NewerDatabase(newer(foreign))
  return ran.at(-1)?.name ?? null
}
