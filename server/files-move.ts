/**
 * `npm run files:move` copies the uploaded files of FILES_DIR into the bucket of FILES_URL. The folder stays as it is, and
 * the command can be run again. docs/operations.md#a-bucket
 */

import { formatNumber, formatTenths } from '../src/domain/text/formats.ts'
import { readConfig } from './base/config.ts'
import { FilesUnavailable } from './base/file-store.ts'
import { bucketStore } from './integrations/files/bucket-store.ts'
import { folderStore } from './integrations/files/folder-store.ts'
import { moveFiles } from './integrations/files/move-files.ts'

const NO_BUCKET =
  'defina FILES_URL, o bucket que recebe os arquivos, e FILES_DIR, a pasta deles, se não for a usual.'
const NOT_REACHED = 'o bucket de FILES_URL não respondeu ou recusou este servidor'
const NOTED_EVERY = 1000
const MEGABYTE = 1024 * 1024

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Returns whether all files are the same in both. */
async function main(): Promise<boolean> {
  const { filesBucket, filesDir } = readConfig(process.env).integrations
  if (filesBucket === null) throw new Error(NO_BUCKET)
  let done = 0
  const note = () => {
    done++
    if (done % NOTED_EVERY === 0) say(`${formatNumber(done)} arquivos…`)
  }
  const { copied, present, bytes, remains, failed } = await moveFiles(
    folderStore(filesDir),
    bucketStore(filesBucket),
    note,
  )
  if (copied + present + failed.length === 0) throw new Error(`não há arquivos em ${filesDir}.`)
  say(
    `${formatNumber(copied + present)} arquivos conferidos (${formatTenths(bytes / MEGABYTE)} MB): ` +
      `${formatNumber(copied)} copiados agora, ${formatNumber(present)} já estavam lá.`,
  )
  if (remains > 0) say(`${formatNumber(remains)} restos de envios interrompidos ficaram de fora.`)
  if (failed.length === 0) {
    say('Tudo igual nos dois lugares. A pasta não foi mudada.')
    return true
  }
  say(`${formatNumber(failed.length)} arquivos não foram copiados. Rode o comando de novo:`)
  for (const path of failed) say(`  ${path}`)
  return false
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof FilesUnavailable)) return error.message
  return `${NOT_REACHED}${error.cause instanceof Error ? ` (${error.cause.name}: ${error.cause.message})` : ''}.`
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  process.stderr.write(`Os arquivos não foram copiados: ${reasonOf(error)}\n`)
  process.exitCode = 1
}
