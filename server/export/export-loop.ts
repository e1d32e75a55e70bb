/**
 * Carries exports out in the background, and deletes their files after a day. A server that stops in between leaves no half
 * file: the export begins anew. docs/rules.md#export-of-everything
 */
import { rm } from 'node:fs/promises'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { reasonOf } from '../backup/refused.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import { isDiskFull } from '../db/disk-full.ts'
import { filesThere, newExportPath, removeFiles } from './folder.ts'
import {
  endExport,
  expireExports,
  failExport,
  giveBackExport,
  namedFiles,
  noteProgress,
  type Taken,
  takeExport,
} from './jobs.ts'
import { type Progress, writeExport } from './write-export.ts'

type ExportContext = Pick<AppContext, 'store' | 'now' | 'config' | 'integrations'>

const EVERY_MS = 2000
const BEAT_MS = 2000

const DISK_FULL =
  'O servidor ficou sem espaço em disco. Nada ficou pela metade. Libere espaço ou avise quem cuida dele, e peça de novo.'
const UNKNOWN = 'A exportação falhou: veja o registro (log) do servidor.'
const OF_BACKUP = /^A cópia falhou/

function problemOf(error: unknown): string {
  if (isDiskFull(error)) return DISK_FULL
  const reason = reasonOf(error)
  return OF_BACKUP.test(reason) ? UNKNOWN : reason
}

/**
 * Writes the progress now and then. The embedded database stores it only after the sheets are written. Returns a
 * function that ends the writing.
 */
function keepTelling({ store, now }: ExportContext, taken: Taken, progress: Progress): () => Promise<void> {
  let telling: Promise<void> | null = null
  const tell = () => {
    telling ??= noteProgress(store.db, taken, { ...progress, nowMs: now() })
      // The next beat writes it again. If the database has failed, the export itself fails, too.
      .catch(() => {})
      .finally(() => {
        telling = null
      })
  }
  const timer = setInterval(tell, BEAT_MS)
  return async () => {
    clearInterval(timer)
    await telling
  }
}

/** The name contains nothing but the export's number and its try. Two tries never write one file. */
const fileOf = ({ id, tries }: Taken) => `exportacao-${id}-${tries}.zip`

async function carryOut(context: ExportContext, taken: Taken, stop: AbortSignal): Promise<void> {
  const { store, now, config, integrations } = context
  const progress: Progress = { done: 0, total: 0 }
  const file = fileOf(taken)
  const path = await newExportPath(config, file)
  const endTelling = keepTelling(context, taken, progress)
  try {
    const source = { store, files: integrations.files }
    const written = await writeExport(source, { path, progress, stop, nowMs: now() })
    await endTelling()
    await noteProgress(store.db, taken, { ...progress, nowMs: now() })
    if (!(await endExport(store.db, taken, { file, ...written, nowMs: now() })))
      await rm(path, { force: true })
  } finally {
    await endTelling()
  }
}

/**
 * Carries out the export that waits, if any. If it fails, it first writes the reason into the row for people to read,
 * then throws the error.
 */
export async function exportDue(context: ExportContext, stop: AbortSignal): Promise<void> {
  const { db } = context.store
  const taken = await takeExport(db, context.now())
  if (taken === null) return
  try {
    await carryOut(context, taken, stop)
  } catch (error) {
    if (stop.aborted) return giveBackExport(db, taken)
    await failExport(db, taken, { problem: problemOf(error), nowMs: context.now() })
    throw error
  }
}

/** Deletes the files whose time is over, and what stopped servers left. */
export async function removeOldExports({ store: { db }, now, config }: ExportContext): Promise<void> {
  await expireExports(db, now())
  // Before the rows are asked: a file of an export that begins meanwhile is not among them.
  const present = await filesThere(config)
  const { files, runs } = await namedFiles(db)
  if (!runs)
    await removeFiles(
      config,
      present.filter((name) => !files.has(name)),
    )
}

/** Looks for exports every two seconds. Returns a function that breaks the running one off. */
export function keepExporting(context: ExportContext, watch: LoopWatch): () => Promise<void> {
  return keepLooking(EVERY_MS, (stop) => exportDue(context, stop), watch)
}

/** Looks for old files every minute. */
export function keepRemovingExports(context: ExportContext, watch: LoopWatch): () => Promise<void> {
  return keepLooking(MINUTE_MS, () => removeOldExports(context), watch)
}
