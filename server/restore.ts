/**
 * `npm run restore -- FILE` restores a backup into the empty database of DATABASE_URL or DATA_DIR and the empty FILES_DIR or
 * FILES_URL, while no server runs, and takes away again what was taken away after it. `--revocations` names the file of
 * revocations where it is not in DATA_DIR. The file of anchors of that DATA_DIR is told which of them went with the restore.
 * docs/operations.md#back-up-and-restore
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { laterRevocations } from './backup/later-revocations.ts'
import { BackupRefused, reasonAtTerminal } from './backup/refused.ts'
import { restore, verify } from './backup/restore.ts'
import { restoredSentence } from './backup/sentences.ts'
import { wallNow } from './base/clock/machine.ts'
import { type Config, readConfig } from './base/config.ts'
import { asCommand } from './context/as-command.ts'
import { migrate } from './db/migrate.ts'
import { revocationsFile } from './db/revocations/file.ts'
import { type Kept, NOTHING, together } from './db/revocations/lines.ts'
import { configuredStore, openStore, type Store } from './db/store.ts'
import { noteRestoredBackup } from './history/restored.ts'
import { createIntegrations } from './integrations/integrations.ts'
import { mirrored, mirrorOf } from './revocations/mirror.ts'
import { reconcile } from './revocations/reconcile.ts'
import { revocationSentences } from './revocations/sentences.ts'

const USAGE = 'Uso: npm run restore -- ARQUIVO [--revocations ARQUIVO]'

const withoutPassword = sql<boolean>`not exists (
  select from users u
  join user_roles r on r.user_id = u.id and r.role_id = 1
  join user_passwords p on p.user_id = u.id
  where u.status = 1)`

const AT_START =
  'A cópia foi restaurada. O acesso tirado depois dela ainda não foi tirado de novo: o próximo início do servidor faz isso.'

const NOBODY =
  'ATENÇÃO: nenhum administrador tem uma senha que vale. Crie outro com npm run admin:create; ele envia links aos demais.'

/** Takes away what was taken away after the backup. Returns what it did, as lines. */
async function takeAwayAgain(
  store: Store,
  config: Config,
  later: ((installation: string) => Promise<Kept>) | null,
): Promise<readonly string[]> {
  const place = mirrorOf(config)
  const more = async (installation: string) => {
    const sources = [
      ...(later === null ? [] : [await later(installation)]),
      ...(place === null ? [] : [(await mirrored(place, installation)) ?? NOTHING]),
    ]
    return sources.length === 0 ? null : sources.reduce(together)
  }
  const reconciled = await reconcile(store, { isPutBack: true, more }).catch((error: unknown) => {
    throw new BackupRefused(`${reasonAtTerminal(error)} ${AT_START}`, { cause: error })
  })
  const { rows } = await sql<{ nobody: boolean }>`select ${withoutPassword} as nobody`.execute(store.db)
  return [
    ...revocationSentences(reconciled, revocationsFile(config.dataDir)),
    ...(rows[0]?.nobody === true ? [NOBODY] : []),
  ]
}

async function main(): Promise<string> {
  const {
    positionals: [file, ...more],
    values: { revocations },
  } = parseArgs({ allowPositionals: true, options: { revocations: { type: 'string' } } })
  if (file === undefined || more.length > 0) throw new BackupRefused(USAGE)
  const config = readConfig(process.env)
  const { key } = config.backup
  const later = revocations === undefined ? null : await laterRevocations(revocations, key)
  const verified = await verify(file, key)
  const store = await openStore(configuredStore(config))
  try {
    await restore(verified, { store, files: createIntegrations(config.integrations).files })
    await migrate(store.db)
    // First: what follows may fail, and this command can't be repeated on a database that has rows.
    await noteRestoredBackup(store.db, config, wallNow())
    const takenAway = await takeAwayAgain(store, config, later)
    return restoredSentence(verified, takenAway)
  } finally {
    await store.close()
  }
}

await asCommand(main, reasonAtTerminal)
