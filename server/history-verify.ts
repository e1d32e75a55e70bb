/**
 * Checks every history against its chain, the anchors and the file of anchors: `npm run history:verify`. `-- --anchors FILE`
 * compares with a copy of that file, `-- --dossier FILE` checks an exported dossier. Changes nothing, except that `-- --restored`
 * writes into the file that the anchors which the database has no more went with a restore. docs/rules.md#chain
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { breakLine } from '../src/domain/dossier/break-words.ts'
import { checkedDossier } from '../src/domain/dossier/check.ts'
import { dossierIn } from '../src/domain/dossier/dossier.ts'
import { checkLines } from '../src/domain/dossier/dossier-words.ts'
import { wallNow } from './base/clock/machine.ts'
import { type Config, readConfig } from './base/config.ts'
import { knownMasterKey } from './base/settings/device-keys.ts'
import { asCommand } from './context/as-command.ts'
import { configuredStore, openStore } from './db/store.ts'
import { deviceSecrets } from './device-keys/secrets.ts'
import { signatureHolds } from './device-keys/signing.ts'
import { checkAnchors } from './history/anchors.ts'
import { anchorsPath, readKept } from './history/anchors-file.ts'
import { acknowledgeRestored } from './history/restored.ts'
import { sha256 } from './history/sha.ts'
import { checkAfter, type LeadBreak } from './history/verify.ts'
import { installationOf } from './revocations/reconcile.ts'

const BATCH = 500
/** Nothing contradicts, and nothing tells who wrote it. */
const UNPROVEN = 2

const signerOfConfig = (config: Config) => {
  const master = knownMasterKey(config)
  return master === null ? null : deviceSecrets(master).history
}

async function ofDossier(path: string, config: Config): Promise<string> {
  const dossier = dossierIn(await readFile(path, 'utf8'))
  if (dossier === null) throw new Error(`O arquivo ${path} não é um dossiê do Farol.`)
  const checked = await checkedDossier(dossier, {
    sha: sha256,
    signatureHolds,
    knownKey: signerOfConfig(config)?.publicKey ?? null,
  })
  if (checked.verdict !== 'holds') process.exitCode = checked.verdict === 'broken' ? 1 : UNPROVEN
  return checkLines(dossier, checked).join('\n')
}

/** Below the lead that it is about. */
function linesOf(found: readonly LeadBreak[]): string[] {
  const byLead = Map.groupBy(found, ({ leadUid }) => leadUid ?? 'Âncoras')
  return [...byLead].flatMap(([lead, breaks]) => [
    lead === 'Âncoras' ? lead : `Lead ${lead}`,
    ...breaks.map((broken) => `  ${breakLine(broken)}`),
  ])
}

interface Asked {
  readonly anchors: string | undefined
  readonly restored: boolean
}

async function ofDatabase(config: Config, asked: Asked): Promise<string> {
  const store = await openStore(configuredStore(config))
  try {
    const { db } = store
    const found: LeadBreak[] = []
    let leads = 0
    for (let after: string | null = null; ; ) {
      const { breaks, uids, next } = await checkAfter(db, after, BATCH)
      found.push(...breaks)
      leads += uids.length
      if (next === null) break
      after = next
    }
    const path = asked.anchors ?? anchorsPath(config.dataDir, await installationOf(db))
    if (asked.restored) await acknowledgeRestored({ db, path, nowMs: wallNow() })
    const kept = await readKept(path)
    const anchors = await checkAnchors(db, { kept, signer: signerOfConfig(config) })
    found.push(...anchors.breaks)
    if (found.length > 0) process.exitCode = 1
    return [
      `${leads === 1 ? '1 histórico conferido' : `${leads} históricos conferidos`}, e ${kept.anchors.length === 1 ? '1 âncora' : `${kept.anchors.length} âncoras`} do arquivo ${path}.`,
      ...(anchors.restored.length === 0
        ? []
        : [
            `O banco foi restaurado de uma cópia: as âncoras ${anchors.restored.map(({ seq }) => seq).join(', ')} são de depois dela, e o que guardavam ficou de fora.`,
          ]),
      ...(found.length === 0 ? ['Tudo confere.'] : ['NÃO CONFERE:', ...linesOf(found)]),
    ].join('\n')
  } finally {
    await store.close()
  }
}

async function main(): Promise<string> {
  const { values } = parseArgs({
    options: {
      dossier: { type: 'string' },
      anchors: { type: 'string' },
      restored: { type: 'boolean', default: false },
    },
  })
  const config = readConfig(process.env)
  return values.dossier === undefined
    ? ofDatabase(config, { anchors: values.anchors, restored: values.restored })
    : ofDossier(values.dossier, config)
}

await asCommand(main)
