/** Finds a program on the PATH, or installs the Debian package that has it. */
import { join } from 'node:path'
import { firstExecutable } from './browser.ts'
import { installDebianPackage } from './debian-package.ts'

/** Debian keeps programs of administrators here, which is not on the PATH of everybody. */
const ALSO = '/usr/sbin'

/** Returns the program's path; null when it is missing. */
export const presentProgram = (name: string): Promise<string | null> =>
  firstExecutable([...(process.env.PATH ?? '').split(':'), ALSO].map((folder) => join(folder, name)))

/** Returns the program's path; null when it is missing and can't be installed. */
export async function findProgram(name: string, debianPackage = name): Promise<string | null> {
  const present = await presentProgram(name)
  if (present !== null) return present
  return (await installDebianPackage(debianPackage)) ? presentProgram(name) : null
}
