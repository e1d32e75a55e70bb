/**
 * `npm run import:whole -- FILE` imports the file of 'Exportar tudo' into the empty Farol of DATABASE_URL or DATA_DIR.
 * docs/operations.md#move-everything-to-another-farol
 */
import { parseArgs } from 'node:util'
import { formatNumber } from '../src/domain/text/formats.ts'
import { reasonAtTerminal } from './backup/refused.ts'
import { readConfig } from './base/config.ts'
import { asCommand } from './context/as-command.ts'
import { DataDirInUse } from './db/data-dir-lock.ts'
import { ensureEpoch } from './db/epoch.ts'
import { migrate } from './db/migrate.ts'
import { configuredStore, openStore } from './db/store.ts'
import { type Imported, importWhole } from './export/import-whole.ts'
import { ImportRefused, verifyExport } from './export/verify-export.ts'
import { createIntegrations } from './integrations/integrations.ts'

const USAGE = 'Uso: npm run import:whole -- ARQUIVO'

const sentence = ({ rows, files }: Imported) =>
  `Importado: ${formatNumber(rows)} linhas e ${formatNumber(files)} arquivos. Entre com o login e a senha de ` +
  "administrador deste Farol. Os outros usuários definem a senha em 'Esqueci minha senha'."

async function main(): Promise<string> {
  const {
    positionals: [file, ...more],
  } = parseArgs({ allowPositionals: true })
  if (file === undefined || more.length > 0) throw new ImportRefused(USAGE)
  const config = readConfig(process.env)
  const verified = await verifyExport(file)
  const store = await openStore(configuredStore(config))
  try {
    await migrate(store.db)
    await ensureEpoch(store.db)
    return sentence(
      await importWhole(verified, { store, files: createIntegrations(config.integrations).files }),
    )
  } finally {
    await store.close()
  }
}

const explain = (error: unknown) =>
  error instanceof DataDirInUse
    ? `${error.message} Nada foi importado: pare o servidor, repita este comando e ligue-o de novo.`
    : reasonAtTerminal(error)

await asCommand(main, explain)
