/** The folder of exports: one of their own in FILES_DIR, which all servers of one installation share. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { EXPORTS_FOLDER } from '../base/private-files.ts'
import { codeOf } from '../db/transient.ts'

export type ExportPlace = Pick<Config, 'integrations'>

export const exportsFolder = ({ integrations: { filesDir } }: ExportPlace): string =>
  join(filesDir, EXPORTS_FOLDER)

/** Makes the folder where there is none. Returns the path of a file in it. */
export async function newExportPath(place: ExportPlace, file: string): Promise<string> {
  const folder = exportsFolder(place)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, file)
}

/** The path of a file and its size; null if it is not here. */
export async function exportFile(
  place: ExportPlace,
  file: string,
): Promise<{ readonly path: string; readonly size: number } | null> {
  const path = join(exportsFolder(place), file)
  try {
    return { path, size: (await stat(path)).size }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** The names of the files in it, including files of running exports. */
export async function filesThere(place: ExportPlace): Promise<readonly string[]> {
  try {
    return await readdir(exportsFolder(place))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

export async function removeFiles(place: ExportPlace, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(exportsFolder(place), name), { force: true })
}
