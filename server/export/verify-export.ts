/** Reads a whole export and compares its sums, before anything of it is imported. */
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { BackupRefused } from '../backup/refused.ts'
import { codeOf } from '../db/transient.ts'
import { FILES_FOLDER, FORMAT, MANIFEST, type Manifest, manifestSchema } from './manifest.ts'
import { openZip, type Zip } from './zip-reader.ts'

/** Its message is the sentence. */
export class ImportRefused extends BackupRefused {}

export interface VerifiedExport {
  readonly zip: Zip
  readonly manifest: Manifest
}

const DAMAGED = 'O arquivo está incompleto ou foi alterado. Nada foi importado.'
const NOT_ONE = 'O arquivo não é uma exportação do Farol. Nada foi importado.'

export const damaged = (cause: unknown): ImportRefused => new ImportRefused(DAMAGED, { cause })

const newer = (version: string) =>
  new ImportRefused(
    `O arquivo é de uma versão mais nova do Farol (${version}). Nada foi importado. Importe com aquela versão.`,
  )

/** Errors of the file system. Errors of damaged content have other codes. */
export const isOfDisk = (error: unknown) =>
  ['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'EIO'].includes(codeOf(error))

/** Resolves as `work` does. What is wrong with the file is one sentence. */
export async function ofFile<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (error instanceof BackupRefused || isOfDisk(error)) throw error
    throw damaged(error)
  }
}

async function hashOf(zip: Zip, entry: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of zip.read(entry)) hash.update(chunk)
  return hash.digest('hex')
}

async function readManifest(zip: Zip): Promise<Manifest> {
  if (!zip.names.includes(MANIFEST)) throw new ImportRefused(NOT_ONE)
  const given: unknown = JSON.parse(await text(zip.read(MANIFEST)))
  const parsed = manifestSchema.safeParse(given)
  if (parsed.success && parsed.data.format <= FORMAT) return parsed.data
  const { format = 0, version = '?' } = Object(given)
  throw Number(format) > FORMAT ? newer(String(version)) : new ImportRefused(NOT_ONE)
}

/** Throws an ImportRefused for a file that can't be imported, or the error of the disk. */
export async function verifyExport(path: string): Promise<VerifiedExport> {
  const zip = await ofFile(
    openZip(path).catch((error: unknown) => {
      throw isOfDisk(error) ? error : new ImportRefused(NOT_ONE, { cause: error })
    }),
  )
  const manifest = await ofFile(readManifest(zip))
  const sums = [
    ...manifest.sheets.map(({ entry, sha256 }) => ({ entry, sha256 })),
    ...manifest.files.map(({ path: file, sha256 }) => ({ entry: FILES_FOLDER + file, sha256 })),
  ]
  for (const { entry, sha256 } of sums)
    if ((await ofFile(hashOf(zip, entry))) !== sha256) throw damaged(new Error(`another sum of ${entry}`))
  return { zip, manifest }
}
