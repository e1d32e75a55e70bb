/** Finds PostgreSQL's server binaries for the API tests, or installs Debian's package. */
import { access, constants, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { installDebianPackage } from './debian-package.ts'

const DEBIAN = '/usr/lib/postgresql'

/** The folder with `initdb` and `postgres`: the newest of Debian's, else one on the PATH; null when there is none. */
async function present(): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => [])
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
  for (const folder of [...newestFirst, ...(process.env.PATH ?? '').split(':')]) {
    if (
      await access(join(folder, 'initdb'), constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return folder
  }
  return null
}

/** null when there is none and none can be installed. */
export async function findPostgres(): Promise<string | null> {
  const found = await present()
  if (found !== null) return found
  return (await installDebianPackage('postgresql')) ? present() : null
}
