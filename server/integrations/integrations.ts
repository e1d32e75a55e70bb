/** The external services of this process, and the setting that offers them to devices. */
import { type Kysely, sql } from 'kysely'
import {
  INTEGRATIONS_SETTING,
  type Integrations as OfferedIntegrations,
} from '../../src/domain/settings/integrations.ts'
import type { Config } from '../base/config.ts'
import type { FileStore } from '../base/file-store.ts'
import type { IntegrationConfig } from '../base/settings/integrations.ts'
import type { Database } from '../db/database.ts'
import { type ChatService, chatCompletions, isChatFailure } from './assistant/chat-completions.ts'
import { type CepService, viaCep } from './cep/via-cep.ts'
import { bucketStore } from './files/bucket-store.ts'
import { folderStore } from './files/folder-store.ts'
import { createOutcomes, type Outcomes } from './outcomes.ts'
import { type QuiverService, quiver } from './quiver/quiver.ts'
import { httpTelephony, type Telephony } from './telephony/http-telephony.ts'

export interface Integrations {
  readonly cep: CepService | null
  readonly telephony: Telephony | null
  readonly quiver: QuiverService | null
  readonly files: FileStore
  readonly assistant: ChatService | null
  readonly outcomes: Outcomes
}

const watchedQuiver = (service: QuiverService, { watched }: Outcomes): QuiverService => ({
  sales: watched(
    'quiver',
    (question) => service.sales(question),
    ({ kind }) => kind === 'ok',
  ),
  products: watched(
    'quiver',
    () => service.products(),
    ({ kind }) => kind === 'ok',
  ),
})

export function createIntegrations({
  cepUrl,
  phone,
  quiver: sales,
  filesDir,
  filesBucket,
  assistant,
}: IntegrationConfig): Integrations {
  const outcomes = createOutcomes()
  const { watched } = outcomes
  const isOk = ({ kind }: { readonly kind: string }) => kind === 'ok'
  return {
    outcomes,
    cep: cepUrl === null ? null : watched('cep', viaCep(cepUrl), isOk),
    // A call that is refused, such as of an engaged phone, was answered.
    telephony:
      phone === null ? null : watched('phone', httpTelephony(phone), ({ kind }) => kind !== 'unreachable'),
    quiver: sales === null ? null : watchedQuiver(quiver(sales), outcomes),
    files: filesBucket === null ? folderStore(filesDir) : bucketStore(filesBucket),
    assistant:
      assistant === null ? null : watched('assistant', chatCompletions(assistant), () => true, isChatFailure),
  }
}

/**
 * The services that devices may use. CEP addresses without expiry, such as the demo's, allow look-ups without a
 * service.
 */
export async function offeredIntegrations(
  db: Kysely<Database>,
  { integrations }: Config,
): Promise<OfferedIntegrations> {
  const known = await db
    .selectFrom('cep_cache')
    .select('cep')
    .where('expires_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return {
    telephony: integrations.phone !== null,
    cep: integrations.cepUrl !== null || known !== undefined,
    quotes: true,
    mail: integrations.mailUrl !== null,
    quiver: integrations.quiver !== null,
    assistant: integrations.assistant !== null,
  }
}

/** Writes the setting that devices mirror. An unchanged setting is not written, so that devices are not poked. */
export async function announceIntegrations(db: Kysely<Database>, config: Config): Promise<void> {
  const value = JSON.stringify(await offeredIntegrations(db, config))
  const { rows } = await sql`
    select 1
    from settings
    where key = ${INTEGRATIONS_SETTING}
      and value = ${value}::jsonb`.execute(db)
  if (rows.length > 0) return
  await db
    .insertInto('settings')
    .values({ key: INTEGRATIONS_SETTING, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
