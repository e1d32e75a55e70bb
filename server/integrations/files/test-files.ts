/** Writes, reads and removes a file, which shows whether the storage works. */
import { buffer } from 'node:stream/consumers'
import { type FileStore, FilesUnavailable } from '../../base/file-store.ts'
import { unavailable } from '../../context/refusal.ts'

/** Writes, reads and removes a file. Returns a sentence of success. Throws Refusal `unavailable`, or the error of the disk. */
export async function testFiles(files: FileStore): Promise<string> {
  // No upload has this path. A test file that stays behind is removed with unused files.
  const path = `ff/teste-${crypto.randomUUID()}`
  const bytes = Buffer.from(path)
  try {
    await files.save(path, bytes)
    const kept = await files.open(path)
    const isSame = kept !== null && (await buffer(kept)).equals(bytes)
    await files.remove(path)
    if (isSame) return 'O armazenamento guardou, devolveu e apagou um arquivo de teste.'
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
  }
  throw unavailable('O armazenamento não guardou e devolveu um arquivo de teste.')
}
